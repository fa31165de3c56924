/**
 * Scheme, host and port must match exactly; a leading `*.` stands for exactly one label in
 * front. A missing or `null` origin never matches, and neither does anything when the list is empty.
 */
export const isAllowedOrigin = (origin: string | undefined, allowed: readonly string[]): boolean =>
  findAllowedOrigin(origin, allowed) !== undefined

/** The first entry of the list that lets the origin in. */
export function findAllowedOrigin(
  origin: string | undefined,
  allowed: readonly string[],
): string | undefined {
  if (origin === undefined || !isOrigin(origin)) return undefined
  return allowed.find((entry) => matches(origin, entry.toLowerCase()))
}

/** Whether it is spelt as a browser sends it, that is, as the URL standard serialises it. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && !text.includes('*')

function matches(origin: string, entry: string): boolean {
  const wildcard = /^(https?:\/\/)\*(\..+)$/.exec(entry)
  if (!wildcard) return origin === entry
  const [, scheme = '', suffix = ''] = wildcard
  return (
    origin.startsWith(scheme) &&
    origin.endsWith(suffix) &&
    isLabel(origin.slice(scheme.length, -suffix.length))
  )
}

/** Labels are separated by dots alone, since an origin has no path. */
const isLabel = (text: string): boolean => text !== '' && !text.includes('.')
