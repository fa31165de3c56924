import { createLocalJWKSet, errors } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { FetchPage } from '../../platform/network/fetch-page.ts'

export type KeySet = ReturnType<typeof createLocalJWKSet>

export type SignerKeys = {
  /** The keys at this address. With `unknown`, keys that lack the one of a token: they may have changed. */
  find(url: string, unknown?: KeySet): Promise<KeySet>
}

export type SignerKeysOptions = {
  /** How long keys are used before they are read again. */
  freshMs?: number
  /** How long they are used while they cannot be read. */
  staleMs?: number
  /** The least time between two reads, whatever tokens say. */
  restMs?: number
  timeoutMs?: number
}

/** They cannot be read, and there are none of before. */
export class KeysUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The public keys of a reader signer could not be read', options)
    this.name = 'KeysUnavailable'
  }
}

const MINUTE_MS = 60_000
const MAX_ADDRESSES = 1_000
const MAX_KEYS_BYTES = 100_000
/** More keys than anybody rotates. */
const MAX_KEYS = 50

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MAX_KEYS) })

type Entry = {
  keys: KeySet | null
  /** Of the keys. */
  readMs: number
  triedMs: number
  running: Promise<void> | null
  error: unknown
}

/** Public keys at addresses that operators chose, by the fetch that reaches no private address. */
export function createSignerKeys(
  fetchPage: FetchPage,
  {
    freshMs = 10 * MINUTE_MS,
    staleMs = 60 * MINUTE_MS,
    restMs = MINUTE_MS / 2,
    timeoutMs = 3_000,
  }: SignerKeysOptions = {},
): SignerKeys {
  const entries = new LRUCache<string, Entry>({ max: MAX_ADDRESSES })

  async function read(url: string, entry: Entry): Promise<void> {
    entry.triedMs = performance.now()
    try {
      const keys = await readKeys(fetchPage, url, timeoutMs)
      Object.assign(entry, { keys, readMs: performance.now(), error: null })
    } catch (error) {
      entry.error = error
    }
  }

  return {
    async find(url, unknown) {
      let entry = entries.get(url)
      if (!entry) {
        entry = { keys: null, readMs: -Infinity, triedMs: -Infinity, running: null, error: null }
        entries.set(url, entry)
      }
      const found = entry
      const isWanted = !found.keys || found.keys === unknown || isOlder(found.readMs, freshMs)
      if (isWanted && isOlder(found.triedMs, restMs)) {
        found.running ??= read(url, found).finally(() => (found.running = null))
      }
      if (isWanted) await found.running
      if (!found.keys || isOlder(found.readMs, staleMs)) {
        throw new KeysUnavailable({ cause: found.error })
      }
      return found.keys
    },
  }
}

const isOlder = (sinceMs: number, thanMs: number): boolean => performance.now() - sinceMs > thanMs

async function readKeys(fetchPage: FetchPage, url: string, timeoutMs: number): Promise<KeySet> {
  const page = await fetchPage({
    url,
    headers: { accept: 'application/json, application/jwk-set+json' },
    maxBytes: MAX_KEYS_BYTES,
    // Whoever can redirect could give out keys of their own.
    maxRedirects: 0,
    timeoutMs,
  })
  if (page.status !== 200) throw new Error(`The address of the keys answered ${page.status}`)
  const { keys } = Keys.parse(JSON.parse(Buffer.from(page.body).toString('utf8')))
  // Nothing shared may be taken for a public key.
  const publicKeys = keys.filter(({ kty }) => kty !== 'oct')
  return createLocalJWKSet({ keys: publicKeys })
}

/** The keys are known, and none is that of the token. */
export const isUnknownKey = (error: unknown): boolean => error instanceof errors.JWKSNoMatchingKey
