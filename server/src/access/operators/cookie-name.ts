/** `__Host-`: browsers accept it only over https, and for exactly this host and all of its paths. */
export const cookieName = (publicUrl: string | null, name: string): string =>
  publicUrl?.startsWith('https://') ? `__Host-footnote_${name}` : `footnote_${name}`

/** Only the cookies of these names, as a browser would send them; undefined: it sent none of them. */
export function onlyCookies(
  cookie: string | undefined,
  names: readonly string[],
): string | undefined {
  const kept = (cookie ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => names.some((name) => each.startsWith(`${name}=`)))
  return kept.length > 0 ? kept.join('; ') : undefined
}
