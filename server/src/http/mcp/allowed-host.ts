import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { Refusal } from '../../platform/refusal.ts'

/** The names of this machine, and the public name of the service. */
const hostnames = (publicUrl: string | null): string[] => [
  ...localhostAllowedHostnames(),
  ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
]

export const isMcpHost = (publicUrl: string | null, host: string): boolean =>
  validateHostHeader(host, hostnames(publicUrl)).ok

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
  if (!validateOriginHeader(origin, hostnames(publicUrl)).ok) {
    throw new Refusal('ORIGIN_NOT_ALLOWED')
  }
}
