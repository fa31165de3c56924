import { PUBLIC_PREFIX } from '@footnote/contract/paths'
import type { FastifyInstance } from 'fastify'

/**
 * Keys are not cookies, so any page may call; a widget's allowed origins are checked separately. Sent on every
 * response, even errors before routing, since a page cannot read a response without them.
 */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
} as const

/** A secret pair does not belong in a browser, so its headers are not listed. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'Content-Type, X-Client-Key, X-Reader-Token, X-Recaptcha-Token',
  'access-control-max-age': '600',
} as const

export const isPublicPath = (url: string): boolean =>
  url === PUBLIC_PREFIX || url.startsWith(`${PUBLIC_PREFIX}/`)

export function addCors(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isPublicPath(request.url)) reply.headers(CORS_HEADERS)
  })
}
