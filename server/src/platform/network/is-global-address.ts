import { BlockList, isIP } from 'node:net'
import { ipv4Inside, ipv6Groups } from './ipv6.ts'

/**
 * IPv4 that is not global unicast, from IANA's special-purpose registry, and one address that is
 * global by number only: on Azure 168.63.129.16 is the host of the virtual machine.
 */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** The parts of 2000::/3 that are not global unicast: protocol assignments with Teredo, examples, 6to4. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const specialIpv4 = new BlockList()
for (const [network, prefix] of SPECIAL_IPV4) specialIpv4.addSubnet(network, prefix, 'ipv4')
const specialIpv6 = new BlockList()
for (const [network, prefix] of SPECIAL_IPV6) specialIpv6.addSubnet(network, prefix, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Prefixes whose last 32 bits are the IPv4 address actually reached: mapped, and NAT64. */
const WITH_IPV4_INSIDE = ['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:']

/**
 * Whether an address is on the public internet. Takes addresses as a resolver or a socket gives them; any
 * other spelling, such as `0177.0.0.1` or an address with a zone, is not global.
 */
export function isGlobalAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && isGlobalIpv6(address)
    default:
      return false
  }
}

function isGlobalIpv6(address: string): boolean {
  const groups = ipv6Groups(address)
  const spelled = groups.join(':')
  if (WITH_IPV4_INSIDE.some((prefix) => spelled.startsWith(prefix))) {
    return isGlobalAddress(ipv4Inside(groups))
  }
  return globalIpv6.check(spelled, 'ipv6') && !specialIpv6.check(spelled, 'ipv6')
}
