import { createHash } from 'node:crypto'

export type Token = { readonly value: string; readonly expiresAtMs: number }

export type TokenCache = {
  /**
   * The token that is kept for this, or a new one. `refused`: one that the server has just refused, which
   * is not given again.
   */
  tokenFor(what: unknown, request: () => Promise<Token>, refused?: string): Promise<string>
}

/** A token is not used any more when it has this long to live: a fetch may take minutes. */
const SPARE_MS = 300_000

/** Short-lived tokens, each kept in memory until shortly before it expires. */
export function createTokenCache(now: () => number = Date.now): TokenCache {
  const tokens = new Map<string, Promise<Token>>()
  const ask = (name: string, request: () => Promise<Token>) => {
    const requested = request()
    tokens.set(name, requested)
    requested.catch(() => {
      if (tokens.get(name) === requested) tokens.delete(name)
    })
    return requested
  }
  return {
    async tokenFor(what, request, refused) {
      const name = createHash('sha256').update(JSON.stringify(what)).digest('hex')
      const pending = tokens.get(name)
      const known = pending && (await pending)
      if (known && known.value !== refused && known.expiresAtMs - now() > SPARE_MS) {
        return known.value
      }
      // Somebody else may have asked meanwhile.
      const asked = tokens.get(name)
      const isNew = asked !== undefined && asked !== pending
      return (await (isNew ? asked : ask(name, request))).value
    },
  }
}
