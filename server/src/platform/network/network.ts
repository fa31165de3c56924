import { isIP } from 'node:net'
import { ipv4Inside, ipv6Groups } from './ipv6.ts'

const MAPPED_IPV4 = '0:0:0:0:0:ffff:'
/** Providers give each customer at least a /64, so one customer has 2^64 addresses. */
const CUSTOMERS_GROUPS = 4

/**
 * The unit by which every limit counts addresses: an IPv4 address, even
 * when written as IPv6, or the /64 of an IPv6 address.
 */
export function getNetwork(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (isIP(withoutZone) !== 6) return withoutZone
  const groups = ipv6Groups(withoutZone)
  if (groups.join(':').startsWith(MAPPED_IPV4)) return ipv4Inside(groups)
  return `${groups.slice(0, CUSTOMERS_GROUPS).join(':')}::/64`
}
