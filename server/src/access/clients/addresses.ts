import { BlockList, isIP } from 'node:net'

/**
 * Whether one of the addresses and blocks holds this address; an empty list holds any. An IPv4 address is
 * the same one when written as IPv6 (`::ffff:203.0.113.7`).
 */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const family = isIP(address)
  if (family === 0) return false
  const blocks = new BlockList()
  for (const entry of allowed) {
    const [network = '', prefix] = entry.split('/')
    const type = getType(isIP(network))
    if (prefix === undefined) blocks.addAddress(network, type)
    else blocks.addSubnet(network, Number(prefix), type)
  }
  return blocks.check(address, getType(family))
}

const getType = (family: number) => (family === 6 ? 'ipv6' : 'ipv4')
