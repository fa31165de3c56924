import type { FastifyReply } from 'fastify'

/**
 * The response to a form may redirect to the tool or to the operator's provider. Browsers check that
 * against `form-action` too, so those origins are listed.
 */
export function sendPage(
  reply: FastifyReply,
  page: string,
  targets: readonly string[] = [],
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...targets.map(getSource)].join(' '),
  ].join('; ')
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}

/** As a CSP source: an origin, or the scheme of an app. */
function getSource(url: string): string {
  const { origin, protocol } = new URL(url)
  return origin === 'null' ? protocol : origin
}
