import type { Caller } from '../access/caller.ts'
import type { PresentedCredential } from '../access/credential.ts'
import { readCredential } from '../access/credential.ts'
import type { CallerResolver } from '../access/resolve-caller.ts'
import type { LimitDecision, Limiter } from '../platform/limiter.ts'
import { Refusal } from '../platform/refusal.ts'

export type IdentifyDeps = {
  addressLimiter: Limiter | null
  keyLimiter: Limiter | null
}

/** What somebody shows to be let in. */
export type Proof = {
  isPair: boolean
  /** Rejects, never throws. */
  resolve: () => Promise<Caller>
}

/** Who says they are whom, from where, and about what. */
export type Presented = Proof & {
  address: string
  /** As the path names it; undefined where a path names none. */
  knowledgeBaseId: unknown
}

/** A client's key or pair, however it was sent. */
export const presentCredential = (
  callers: CallerResolver,
  credential: PresentedCredential,
): Proof => ({
  isPair: credential.clientId !== undefined,
  resolve: async () => callers.resolve(readCredential(credential)),
})

/** Refuses when the limit is passed. */
export type EnforceLimit = (decision: LimitDecision) => void

/**
 * From a credential to a caller, for every transport and in one order: the limit of the address, the
 * credential, the knowledge base, the limit of the key. A path that names another knowledge base is
 * refused alike, whether that one exists or not.
 */
export async function identifyCaller(
  { addressLimiter, keyLimiter }: IdentifyDeps,
  { isPair, resolve, address, knowledgeBaseId }: Presented,
  enforce: EnforceLimit,
): Promise<Caller> {
  // A secret pair is one server asking for many readers: its address is counted only when the pair
  // is wrong, and then so that guessing is slow.
  const countAddress = async () => {
    if (addressLimiter) enforce(await addressLimiter.consume(address))
  }
  if (!isPair) await countAddress()
  const caller = await resolve().catch(async (error: unknown) => {
    if (isPair) await countAddress()
    throw error
  })
  if (knowledgeBaseId !== undefined && knowledgeBaseId !== caller.knowledgeBaseId) {
    throw new Refusal('FORBIDDEN')
  }
  if (keyLimiter) enforce(await keyLimiter.consume(caller.keyId))
  return caller
}
