import type {
  AcceptInvitationBody,
  EmailLinkBody,
  LinkSignInBody,
  Me,
  NewPasswordBody,
  PasswordChange,
  PasswordProof,
  PasswordResetBody,
  PasswordSignInBody,
  Person,
  RecoveryCodes,
  SecondStepBody,
  Session,
  SessionList,
  SetupBody,
  SignInMethods,
  SignInResult,
  SsoSignIn,
  SsoSignInBody,
  TwoFactorCode,
  TwoFactorEnrolment,
  TwoFactorStatus,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type {
  Me,
  Person,
  RecoveryCodes,
  Session,
  SignInMethods,
  SignInResult,
  TwoFactorEnrolment,
  TwoFactorStatus,
}
export type SetupInput = SetupBody
export type SignInInput = PasswordSignInBody
export type PasswordChangeInput = PasswordChange
export type AcceptInvitationInput = AcceptInvitationBody

/** Signing in, for pages of the service itself: the session is a cookie. */
export function accountCalls(connection: Connection) {
  const base = '/api/v1/admin'
  return {
    setUp: (body: SetupInput, options?: CallOptions): Promise<Person> =>
      request(connection, { method: 'POST', path: `${base}/setup`, body }, options),
    /** With a second factor the reply asks for a code, and `confirmSignIn` sends it. */
    signIn: (body: SignInInput, options?: CallOptions): Promise<SignInResult> =>
      request(connection, { method: 'POST', path: `${base}/session`, body }, options),
    /** The ways to sign in besides a password. */
    signInMethods: (options?: CallOptions): Promise<SignInMethods> =>
      request(connection, { method: 'GET', path: `${base}/session/methods` }, options),
    /** The same answer whether somebody has that address or not. */
    sendSignInLink: (body: EmailLinkBody, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'POST', path: `${base}/session/email-link`, body }, options),
    signInByLink: (body: LinkSignInBody, options?: CallOptions): Promise<SignInResult> =>
      request(
        connection,
        { method: 'POST', path: `${base}/session/email-link/use`, body },
        options,
      ),
    /** The same answer whether somebody has that address or not. */
    sendPasswordReset: (body: PasswordResetBody, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'POST', path: `${base}/session/password-reset`, body },
        options,
      ),
    /** Every session of theirs ends. It signs nobody in. */
    resetPassword: (body: NewPasswordBody, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'POST', path: `${base}/session/password-reset/use`, body },
        options,
      ),
    /** The browser goes on at `url`, and comes back signed in. */
    beginSsoSignIn: (body: SsoSignInBody, options?: CallOptions): Promise<SsoSignIn> =>
      request(connection, { method: 'POST', path: `${base}/session/sso`, body }, options),
    confirmSignIn: (body: SecondStepBody, options?: CallOptions): Promise<Person> =>
      request(connection, { method: 'POST', path: `${base}/session/two-factor`, body }, options),
    signOut: (options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: `${base}/session` }, options),
    acceptInvitation: (body: AcceptInvitationInput, options?: CallOptions): Promise<Person> =>
      request(connection, { method: 'POST', path: `${base}/invitations/accept`, body }, options),
    /** Whose credential this is, and their role in each workspace. */
    me: (options?: CallOptions): Promise<Me> =>
      request(connection, { method: 'GET', path: `${base}/me` }, options),
    changePassword: (body: PasswordChangeInput, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'PUT', path: `${base}/me/password`, body }, options),
    listSessions: (options?: CallOptions): Promise<SessionList> =>
      request(connection, { method: 'GET', path: `${base}/me/sessions` }, options),
    revokeSession: (sessionId: string, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: base + path`/me/sessions/${sessionId}` },
        options,
      ),
  }
}

/** The second factor of whoever signed in. */
export function twoFactorCalls(connection: Connection) {
  const base = '/api/v1/admin/me/two-factor'
  return {
    get: (options?: CallOptions): Promise<TwoFactorStatus> =>
      request(connection, { method: 'GET', path: base }, options),
    /** A secret for the authenticator. Nothing changes until it is confirmed. */
    begin: (body: PasswordProof, options?: CallOptions): Promise<TwoFactorEnrolment> =>
      request(connection, { method: 'POST', path: base, body }, options),
    /** The recovery codes are in this answer and never again. */
    confirm: (body: TwoFactorCode, options?: CallOptions): Promise<RecoveryCodes> =>
      request(connection, { method: 'POST', path: `${base}/confirm`, body }, options),
    replaceRecoveryCodes: (body: PasswordProof, options?: CallOptions): Promise<RecoveryCodes> =>
      request(connection, { method: 'POST', path: `${base}/recovery-codes`, body }, options),
    turnOff: (body: PasswordProof, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'POST', path: `${base}/turn-off`, body }, options),
  }
}
