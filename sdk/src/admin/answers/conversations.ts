import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { Erasure, ErasureBody, Thread } from '../../wire/admin.ts'

export type { Erasure, Thread }
export type ErasureInput = ErasureBody

/** Conversations, each with its answers. */
export const threadCalls = (calls: AdminCalls) => ({
  get: calls.getThread,
  remove: calls.deleteThread,
})

/** The people who asked, by the name that the client gave. */
export const askerCalls = (calls: AdminCalls) => ({
  /** Conversations, ratings and sign-in of one asker. With `dry_run` they are only counted. */
  erase: calls.eraseAsker,
})
