import { expect, test } from 'vitest'
import { isGlobalAddress } from './is-global-address.ts'

const GLOBAL = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2620:fe::fe',
  '2a00:1450:4001:81b::200e',
  '3ffe::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
]

const SPECIAL_IPV4 = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.255',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
]

const SPECIAL_IPV6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  // IPv4-compatible, long abolished.
  '::127.0.0.1',
  '::8.8.8.8',
  // IPv4-translated.
  '::ffff:0:127.0.0.1',
  '::ffff:0:8.8.8.8',
  // NAT64 of a local network's own.
  '64:ff9b:1::8.8.8.8',
  '100::1',
  '100:0:0:1::1',
  // Teredo, benchmarks, ORCHID.
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2001:DB8::1',
  // 6to4, of private and of public addresses.
  '2002:7f00:1::1',
  '2002:a9fe:a9fe::1',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fdff:ffff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  'fe80::1%eth0',
  '2606:4700:4700::1111%eth0',
]

/** Spellings that a resolver never gives, but some parser somewhere reads as an address. */
const NOT_ADDRESSES = [
  '',
  ' 8.8.8.8',
  '8.8.8.8 ',
  '8.8.8.8.',
  '8.8.8',
  '8.8.8.8.8',
  '08.8.8.8',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '0X7F.1',
  '017700000001',
  '2130706433',
  '127.1',
  '127.0.1',
  '1.1.1.1:80',
  '256.1.1.1',
  '[2606:4700:4700::1111]',
  '2606:4700:4700::1111::1',
  '1.1.1.1/8',
  'localhost',
  'example.com',
  '①②⑦.0.0.1',
  '１.1.1.1',
  '::ffff:0x7f.0.0.1',
  '::ffff:127.1',
]

test.each(GLOBAL)('%s is on the public internet', (address) => {
  expect(isGlobalAddress(address)).toBe(true)
})

test.each([...SPECIAL_IPV4, ...SPECIAL_IPV6, ...NOT_ADDRESSES])('"%s" is not', (address) => {
  expect(isGlobalAddress(address)).toBe(false)
})

const hex = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

const WRAPPINGS = [
  (address: string) => `::ffff:${address}`,
  (address: string) => `::FFFF:${address}`,
  (address: string) => `0:0:0:0:0:ffff:${address}`,
  (address: string) => `::ffff:${hex(address)}`,
  (address: string) => `0000:0000:0000:0000:0000:ffff:${hex(address)}`,
  (address: string) => `64:ff9b::${address}`,
  (address: string) => `64:ff9b::${hex(address)}`,
  (address: string) => `0064:ff9b:0:0:0:0:${hex(address)}`,
  (address: string) => `64:ff9b:1::${hex(address)}`,
  (address: string) => `2002:${hex(address)}::`,
  (address: string) => `::${address}`,
]

test('a special IPv4 address stays special inside every IPv6 form', () => {
  const spellings = SPECIAL_IPV4.flatMap((address) => WRAPPINGS.map((wrap) => wrap(address)))
  expect(spellings.length).toBeGreaterThan(300)
  expect(spellings.filter(isGlobalAddress)).toEqual([])
})
