import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { Passkey, PasskeyCreation, PasskeyRequest } from '../../wire/admin.ts'

export type { Passkey, PasskeyCreation, PasskeyRequest }

/** Passkeys of whoever signed in, and signing in with one, for pages of the service itself. */
export const passkeyCalls = (calls: AdminCalls) => ({
  /** What the browser hands to its authenticator. */
  beginSignIn: calls.beginPasskeySignIn,
  signIn: calls.signInByPasskey,
  list: calls.listPasskeys,
  begin: calls.beginPasskey,
  create: calls.createPasskey,
  rename: calls.renamePasskey,
  delete: calls.deletePasskey,
})
