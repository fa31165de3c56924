import type { Caller } from '../access/caller.ts'
import type { PresentedCredential } from '../access/credential.ts'
import { readCredential } from '../access/credential.ts'
import { isAllowedAddress } from '../access/clients/addresses.ts'
import { isAllowedOrigin } from '../access/clients/origins.ts'
import type { CallerResolver } from '../access/resolve-caller.ts'
import type { LimitDecision, Limiter } from '../platform/limits/limiter.ts'
import { Refusal } from '../platform/refusal.ts'

export type IdentifyDeps = {
  addressLimiter: Limiter | null
  keyLimiter: Limiter | null
}

/** What a client presents to authenticate. */
export type Proof = {
  isPair: boolean
  /** Rejects, never throws. */
  resolve: () => Promise<Caller>
}

/** A credential, where it came from, and the knowledge base it is for. */
export type Presented = Proof & {
  /** The client's address, as the trusted proxies report it. */
  address: string
  /** As `getNetwork` names it. */
  network: string
  /** The page's origin as the browser sent it. */
  origin: string | undefined
  /** From the path; undefined if the path names none. */
  knowledgeBaseId: unknown
}

/** A client's key or pair, and the token of its reader, however they were sent. */
export const presentCredential = (
  callers: CallerResolver,
  credential: PresentedCredential,
  readerToken?: string,
): Proof => ({
  isPair: credential.clientId !== undefined,
  resolve: async () => callers.resolve(readCredential(credential), readerToken),
})

/** Throws a refusal when the limit is exceeded. */
export type EnforceLimit = (decision: LimitDecision) => void

/**
 * From a credential to a caller, for every transport and in this order: the address limit, the
 * credential, the knowledge base, the client's address, the page's origin, the key limit. A path with another knowledge base is
 * refused the same way whether that one exists or not.
 */
export async function identifyCaller(
  { addressLimiter, keyLimiter }: IdentifyDeps,
  { isPair, resolve, address, network, origin, knowledgeBaseId }: Presented,
  enforce: EnforceLimit,
): Promise<Caller> {
  // A secret pair is one server asking on behalf of many readers. Its address is counted only when the pair
  // is wrong, to slow down guessing.
  const countAddress = async () => {
    if (addressLimiter) enforce(await addressLimiter.consume(network))
  }
  if (!isPair) await countAddress()
  const caller = await resolve().catch(async (error: unknown) => {
    if (isPair) await countAddress()
    throw error
  })
  if (knowledgeBaseId !== undefined && knowledgeBaseId !== caller.knowledgeBaseId) {
    throw new Refusal('FORBIDDEN')
  }
  const { allowedAddresses, allowedOrigins } = caller
  // Before the key is counted, so that other places and pages cannot use up its limit.
  if (!isAllowedAddress(address, allowedAddresses)) {
    throw new Refusal('FORBIDDEN', { message: 'This key may not be used from this address.' })
  }
  if (allowedOrigins && !isAllowedOrigin(origin, allowedOrigins)) {
    throw new Refusal('ORIGIN_NOT_ALLOWED')
  }
  await countKey({ addressLimiter, keyLimiter }, caller, { network, cost: 1 }, enforce)
  return caller
}

/** Counts what a request costs beyond the one that `identifyCaller` counted, known once the body is read. */
export async function countExtra(
  deps: IdentifyDeps,
  caller: Caller,
  { network, cost }: { network: string; cost: number },
  enforce: EnforceLimit,
): Promise<void> {
  if (cost <= 0) return
  if (deps.addressLimiter && caller.kind === 'public') {
    enforce(await deps.addressLimiter.consume(network, { cost }))
  }
  await countKey(deps, caller, { network, cost }, enforce)
}

/** Addresses share the limit of a public key fairly, unless addresses are not counted. */
async function countKey(
  { addressLimiter, keyLimiter }: IdentifyDeps,
  { keyId, kind }: Caller,
  { network, cost }: { network: string; cost: number },
  enforce: EnforceLimit,
): Promise<void> {
  const sharedBy = kind === 'public' && addressLimiter ? network : null
  if (keyLimiter) enforce(await keyLimiter.consume(keyId, { cost, network: sharedBy }))
}
