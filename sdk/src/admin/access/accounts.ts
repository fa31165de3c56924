import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  AcceptInvitationBody,
  Me,
  PasswordChange,
  PasswordSignInBody,
  Person,
  RecoveryCodes,
  Session,
  SetupBody,
  SignInMethods,
  SignInResult,
  TwoFactorEnrolment,
  TwoFactorStatus,
} from '../../wire/admin.ts'

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
export const accountCalls = (calls: AdminCalls) => ({
  setUp: calls.setUp,
  /** With a second factor the reply asks for a code, and `confirmSignIn` sends it. */
  signIn: calls.signIn,
  /** The ways to sign in besides a password. */
  signInMethods: calls.getSignInMethods,
  /** The same answer whether somebody has that address or not. */
  sendSignInLink: calls.sendSignInLink,
  signInByLink: calls.signInByLink,
  /** The same answer whether somebody has that address or not. */
  sendPasswordReset: calls.sendPasswordReset,
  /** Every session of theirs ends. It signs nobody in. */
  resetPassword: calls.resetPassword,
  /** The browser goes on at `url`, and comes back signed in. */
  beginSsoSignIn: calls.beginSsoSignIn,
  confirmSignIn: calls.confirmSignIn,
  signOut: calls.signOut,
  acceptInvitation: calls.acceptInvitation,
  /** Whose credential this is, and their role in each workspace. */
  me: calls.getMe,
  changePassword: calls.changePassword,
  listSessions: calls.listSessions,
  revokeSession: calls.revokeSession,
})

/** The second factor of whoever signed in. */
export const twoFactorCalls = (calls: AdminCalls) => ({
  get: calls.getTwoFactor,
  /** A secret for the authenticator. Nothing changes until it is confirmed. */
  begin: calls.beginTwoFactor,
  /** The recovery codes are in this answer and never again. */
  confirm: calls.confirmTwoFactor,
  replaceRecoveryCodes: calls.replaceRecoveryCodes,
  turnOff: calls.turnOffTwoFactor,
})
