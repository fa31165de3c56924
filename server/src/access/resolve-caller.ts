import { LRUCache } from 'lru-cache'
import type { Db } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Caller } from './caller.ts'
import type { Credential } from './credential.ts'
import { digestKey, sameDigest } from './digest.ts'
import type { StoredKey } from './find-key.ts'
import { findKey } from './find-key.ts'

export type CallerResolver = {
  resolve(credential: Credential): Promise<Caller>
  /** Called with a key's look-up digest, in hex, when that key changed; with none, forgets all. */
  forget(lookupDigest?: string): void
}

/** A revoked key must be refused within 5 s even when no notification arrives. */
const TIME_TO_LIVE_MS = 3_000
const MAX_ENTRIES = 10_000

/** The one way from a credential to a caller, for every transport. */
export function createCallerResolver(db: Db, pepper: string): CallerResolver {
  const keys = new LRUCache<string, StoredKey>({ max: MAX_ENTRIES, ttl: TIME_TO_LIVE_MS })
  const underWay = new Map<string, Promise<StoredKey | null>>()

  /** Many requests of a key that is not cached make one look-up. */
  function find(digest: Buffer): Promise<StoredKey | null> {
    const name = digest.toString('hex')
    const cached = keys.get(name)
    if (cached) return Promise.resolve(cached)
    const running = underWay.get(name)
    if (running) return running
    const lookup = findKey(db, digest)
      .then((found) => {
        // Forgotten meanwhile: it may be what the key was before the change.
        if (found && underWay.get(name) === lookup) keys.set(name, found)
        return found
      })
      .finally(() => {
        if (underWay.get(name) === lookup) underWay.delete(name)
      })
    underWay.set(name, lookup)
    return lookup
  }

  return {
    async resolve(credential) {
      const lookup = credential.kind === 'public' ? credential.key : credential.clientId
      const stored = await find(digestKey(pepper, lookup))
      if (!stored || !proves(credential, stored, pepper)) throw new Refusal('UNAUTHORIZED')
      return stored.caller
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

function proves(credential: Credential, stored: StoredKey, pepper: string): boolean {
  if (credential.kind !== stored.caller.kind) return false
  if (credential.kind === 'public') return true
  return (
    stored.secretDigest !== null &&
    sameDigest(digestKey(pepper, credential.clientSecret), stored.secretDigest)
  )
}
