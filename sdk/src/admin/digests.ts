import type { AdminCalls } from '../wire/admin-calls.ts'
import type {
  Digest,
  DigestSubscription,
  DigestSubscriptionBody,
  DigestSubscriptions,
} from '../wire/admin.ts'

export type { Digest, DigestSubscription, DigestSubscriptions }
export type DigestSubscriptionInput = DigestSubscriptionBody

/** The weekly digests of workspaces. All but `get` are for whoever signed in. */
export const digestCalls = (calls: AdminCalls) => ({
  /** What that of last week says. */
  get: calls.getDigest,
  /** Which of them you get. */
  list: calls.listDigests,
  put: calls.putDigest,
  /** Mails you that of last week now. */
  send: calls.sendDigest,
})
