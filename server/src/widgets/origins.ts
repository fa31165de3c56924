/**
 * Scheme, host and port must match exactly; a leading `*.` label stands for one or more labels in
 * front. A missing or `null` origin never matches, and neither does anything when the list is empty.
 */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || !isOrigin(origin)) return false
  return allowed.some((entry) => matches(origin, entry.toLowerCase()))
}

/** As browsers send it: what the URL standard makes of it is it. No host has a star. */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && !text.includes('*')

function matches(origin: string, entry: string): boolean {
  const wildcard = /^(https?:\/\/)\*(\..+)$/.exec(entry)
  if (!wildcard) return origin === entry
  const [, scheme = '', suffix = ''] = wildcard
  return (
    origin.startsWith(scheme) &&
    origin.endsWith(suffix) &&
    origin.length > scheme.length + suffix.length
  )
}
