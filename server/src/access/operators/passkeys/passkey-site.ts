import { isIP } from 'node:net'

/** Browsers make passkeys for a host name, over https or on this machine. null: they make none. */
export function passkeySite(publicUrl: string | null): { rpID: string; origin: string } | null {
  if (publicUrl === null) return null
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return protocol === 'https:' || hostname === 'localhost' ? { rpID: hostname, origin } : null
}
