import { Refusal } from '../../platform/refusal.ts'

/** What a browser calls this machine. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address has a name of this machine, or the public name of the service. */
function isOwn(publicUrl: string | null, address: string): boolean {
  const hostname = URL.parse(address)?.hostname
  if (hostname === undefined) return false
  return LOCAL.has(hostname) || (publicUrl !== null && hostname === new URL(publicUrl).hostname)
}

export const isMcpHost = (publicUrl: string | null, host: string): boolean =>
  isOwn(publicUrl, `http://${host}`)

/**
 * Prevents DNS rebinding: a page must not reach the server under its own name or from its own
 * origin. Programs send no origin.
 */
export function requireMcpHost(
  publicUrl: string | null,
  host: string,
  origin: string | undefined,
): void {
  if (!isMcpHost(publicUrl, host)) throw new Refusal('FORBIDDEN')
  if (origin && !isOwn(publicUrl, origin)) throw new Refusal('ORIGIN_NOT_ALLOWED')
}
