import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { Refusal } from '../../platform/refusal.ts'

/** This machine's own names, and the name that readers know the service by. */
const hostnames = (publicUrl: string | null): string[] => [
  ...localhostAllowedHostnames(),
  ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
]

export const isMcpHost = (publicUrl: string | null, host: string): boolean =>
  validateHostHeader(host, hostnames(publicUrl)).ok

/**
 * Against DNS rebinding: a page must not reach the server under a name of its own, nor from its own
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
