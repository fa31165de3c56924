import type { FastifyReply } from 'fastify'

/**
 * A form's answer may send the browser on, to the tool or the operator's provider. Browsers hold that
 * against `form-action` too, so those addresses are in it.
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
    ["form-action 'self'", ...targets.map(sourceOf)].join(' '),
  ].join('; ')
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}

/** As a policy names it: an origin, or the scheme of an app. */
function sourceOf(url: string): string {
  const { origin, protocol } = new URL(url)
  return origin === 'null' ? protocol : origin
}
