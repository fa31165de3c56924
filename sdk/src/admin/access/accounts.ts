import type {
  AcceptInvitationBody,
  Me,
  PasswordChange,
  PasswordSignInBody,
  Person,
  Session,
  SessionList,
  SetupBody,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Me, Person, Session }
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
    signIn: (body: SignInInput, options?: CallOptions): Promise<Person> =>
      request(connection, { method: 'POST', path: `${base}/session`, body }, options),
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
