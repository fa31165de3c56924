import { createHash } from 'node:crypto'

/**
 * A built page with a content security policy: its own files, the few inline scripts that choose the
 * theme before the first paint, by their hashes, and the service that the widget talks to.
 */
export function withContentPolicy(html: string, service: string | undefined): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script = '']) => createHash('sha256').update(script).digest('base64'))
    .map((hash) => `'sha256-${hash}'`)
  const origin = service === undefined ? [] : [new URL(service).origin]
  const policy = Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...new Set(inline), ...origin],
    // VitePress switches themes with a style element, and aligns cells with attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...origin],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
  // After the character set, which has to be first.
  return html.replace(
    /<meta charset="utf-8"\s*\/?>/i,
    (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
}
