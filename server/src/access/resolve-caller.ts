import { LRUCache } from 'lru-cache'
import type { Db } from '../platform/database/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Caller } from './caller.ts'
import type { Credential } from './credential.ts'
import type { Peppers } from './digest.ts'
import { digestKey, sameDigest } from './digest.ts'
import type { StoredKey } from './clients/find-key.ts'
import { findKey } from './clients/find-key.ts'
import { invalidToken } from './signed-readers/invalid-token.ts'
import type { SignedReader } from './signed-readers/signed-reader.ts'
import { findNamedGroups, hashOwner } from './signed-readers/signed-reader.ts'
import type { TokenMeans, TokenVerifier } from './signed-readers/verify-token.ts'
import { openTokenVerifier } from './signed-readers/verify-token.ts'

export type CallerResolver = {
  /** With a token of the reader's, if there is one: it is verified, never passed over. */
  resolve(credential: Credential, readerToken?: string): Promise<Caller>
  /** For operators who try a reader's token. */
  verifyToken: TokenVerifier
  /** Drops a changed key from the cache by its look-up digest in hex, or everything without one. */
  forget: (lookupDigest?: string) => void
}

/** A revoked key must be refused within 5 s even when no notification arrives. */
export const TIME_TO_LIVE_MS = 3_000
const MAX_ENTRIES = 10_000

type FoundKey = { stored: StoredKey; pepper: string }

export type ResolverOptions = {
  /** What readers' tokens are verified with. Default: each is refused. */
  tokens?: TokenMeans
  /** Called for each valid key. */
  onUse?: (caller: Caller) => void
  /** Called for a valid key that is still stored under the previous pepper. */
  onPrevious?: (caller: Caller, credential: Credential) => void
}

/** The one way from a credential to a caller, for every transport. */
export function createCallerResolver(
  db: Db,
  peppers: Peppers,
  { onUse, onPrevious, tokens }: ResolverOptions = {},
): CallerResolver {
  const verifyToken = tokens ? openTokenVerifier(tokens) : refuseTokens
  const keys = new LRUCache<string, StoredKey>({ max: MAX_ENTRIES, ttl: TIME_TO_LIVE_MS })
  const underWay = new Map<string, Promise<StoredKey | null>>()

  /** Concurrent requests with an uncached key share one look-up. */
  function find(digest: Buffer): Promise<StoredKey | null> {
    const name = digest.toString('hex')
    const cached = keys.get(name)
    if (cached) return Promise.resolve(cached)
    const running = underWay.get(name)
    if (running) return running
    const lookup = findKey(db, digest)
      .then((found) => {
        // Dropped in the meantime: this may be the key as it was before the change.
        if (found && underWay.get(name) === lookup) keys.set(name, found)
        return found
      })
      .finally(() => {
        if (underWay.get(name) === lookup) underWay.delete(name)
      })
    underWay.set(name, lookup)
    return lookup
  }

  async function findUnder(lookup: string): Promise<FoundKey | null> {
    const { current, previous } = peppers
    const digest = digestKey(current, lookup)
    const stored = await find(digest)
    if (stored) return { stored, pepper: current }
    if (previous === null) return null
    const before = await find(digestKey(previous, lookup))
    if (before) return { stored: before, pepper: previous }
    // It may have been rehashed between the two look-ups. Bypasses the cache: a look-up in progress
    // may have begun before that.
    const rehashed = await findKey(db, digest)
    return rehashed && { stored: rehashed, pepper: current }
  }

  return {
    verifyToken,
    async resolve(credential, readerToken) {
      const found = await findUnder(
        credential.kind === 'public' ? credential.key : credential.clientId,
      )
      if (!found || !proves(credential, found)) throw new Refusal('UNAUTHORIZED')
      const { caller, expiresAt } = found.stored
      // Checked for cached keys too, and only told to a caller who has proved the key.
      if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
        throw new Refusal('UNAUTHORIZED', { message: 'This key has expired.' })
      }
      onUse?.(caller)
      if (found.pepper !== peppers.current) onPrevious?.(caller, credential)
      if (readerToken === undefined) return caller
      return { ...caller, reader: await readReader(verifyToken, found.stored, readerToken) }
    },
    forget(lookupDigest) {
      if (lookupDigest === undefined) {
        keys.clear()
        underWay.clear()
      } else {
        keys.delete(lookupDigest)
        underWay.delete(lookupDigest)
      }
    },
  }
}

const refuseTokens: TokenVerifier = async () => {
  throw invalidToken('is of no use here')
}

/** Keys are cached for a while, tokens never: each is verified whenever it is sent. */
async function readReader(
  verifyToken: TokenVerifier,
  { caller, signers }: StoredKey,
  token: string,
): Promise<SignedReader> {
  const { signerId, version, claims } = await verifyToken(caller.knowledgeBaseId, signers, token)
  const { subject, groups, expiresAt } = claims
  return {
    owner: hashOwner({ signerId, subject }),
    subject,
    groupIds: findNamedGroups(caller.signedGroups, groups),
    token: { signerId, version, expiresAt },
  }
}

function proves(credential: Credential, { stored, pepper }: FoundKey): boolean {
  if (credential.kind !== stored.caller.kind) return false
  if (credential.kind === 'public') return true
  return (
    stored.secretDigest !== null &&
    sameDigest(digestKey(pepper, credential.clientSecret), stored.secretDigest)
  )
}
