import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser sends the session cookie whichever page asks, so a request that carries or requests one
 * must come from a page of this service. Browsers send `Origin` with every method that changes something.
 */
export function requireOwnOrigin(
  { headers, method, host }: Pick<FastifyRequest, 'headers' | 'method' | 'host'>,
  publicUrl: string | null,
): void {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined) {
    if (!isOwn(origin, host, publicUrl)) refuse()
  } else if (SAFE_METHODS.has(method)) {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse()
  } else if (site !== 'same-origin') refuse()
}

function isOwn(origin: string, host: string, publicUrl: string | null): boolean {
  if (publicUrl !== null) return origin === publicUrl
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

function refuse(): never {
  throw new Refusal('FORBIDDEN', {
    message: 'A request with a session cookie must come from a page of this service.',
  })
}
