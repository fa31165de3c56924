/** `a%20b` becomes `a b`. Text with a malformed escape, such as `100%`, stays unchanged. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The path of a URL as people write it in patterns. All patterns see the same path: an escaped
 * slash is a slash, so that `/internal%2Fa` does not slip past a rule for `/internal/**`.
 */
export const readablePath = (url: string): string => decodeEscapes(new URL(url).pathname)
