import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { CreatedKey, Key, KeyBody, KeyPatch } from '../../wire/admin.ts'

export type { CreatedKey, Key }
export type KeyInput = KeyBody
export type KeyChange = KeyPatch

/** The keys that clients authenticate with. */
export const keyCalls = (calls: AdminCalls) => ({
  /** The only response that has the secret. */
  create: calls.createKey,
  list: calls.listKeys,
  change: calls.changeKey,
  revoke: calls.revokeKey,
})
