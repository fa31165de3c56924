/** Tools that registered these names before anybody told them to put a period in. */
const KNOWN_TOOLS = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Where a code may be sent: https; http on the reader's own machine (RFC 8252, 7.3); or a scheme of the tool's
 * own (7.1), which has a period in it as in com.example.app. Anything else leads over the open network, or runs
 * as a script.
 */
export function isSafeRedirect(uri: unknown): boolean {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return false
  const { protocol, hostname, username, password, hash } = new URL(uri)
  if (username !== '' || password !== '' || hash !== '' || uri.includes('#')) return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return protocol.includes('.') || KNOWN_TOOLS.has(protocol)
}
