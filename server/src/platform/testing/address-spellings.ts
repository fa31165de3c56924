import type { Resolve } from '../network/safe-fetch.ts'
import { resolveBySystem } from '../network/safe-fetch.ts'

/** This machine, its networks, and the metadata services of clouds. */
const TARGETS = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
]

const toBytes = (address: string): number[] => address.split('.').map(Number)
const hex = (value: number, width = 0): string => value.toString(16).padStart(width, '0')
const octal = (value: number): string => `0${value.toString(8)}`
const toNumber = (address: string): number =>
  toBytes(address).reduce((sum, byte) => sum * 256 + byte, 0)

/** The last two groups of an IPv6 address that carries an IPv4 address. */
function toGroups(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = toBytes(address)
  return `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
}

function ipv4Spellings(address: string): string[] {
  const bytes = toBytes(address)
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const whole = toNumber(address)
  const wide = Array.from(address, (char) =>
    char === '.' ? '。' : String.fromCodePoint(0xff10 + Number(char)),
  )
  return [
    address,
    `${address}.`,
    bytes.map(octal).join('.'),
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map((byte) => `0X${hex(byte, 2).toUpperCase()}`).join('.'),
    bytes.map((byte) => `000${octal(byte)}`).join('.'),
    `${octal(a)}.${b}.0x${hex(c)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.${(b * 256 + c) * 256 + d}`,
    `${octal(a)}.0x${hex((b * 256 + c) * 256 + d)}`,
    String(whole),
    `0x${hex(whole)}`,
    `0x00000000${hex(whole, 8)}`,
    octal(whole),
    Array.from(address, (char) => `%${hex(char.codePointAt(0) ?? 0, 2)}`).join(''),
    wide.join(''),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '｡'),
    address.replaceAll('1', '①').replaceAll('2', '②'),
    address.replaceAll('1', '１').replaceAll('0', '%30'),
    `example.com@${address}`,
    `8.8.8.8:80@${address}`,
    `example.com%00@${address}`,
  ]
}

function ipv6Spellings(address: string): string[] {
  const groups = toGroups(address)
  const inverted = groups
    .split(':')
    .map((group) => hex(0xffff ^ Number.parseInt(group, 16)))
    .join(':')
  return [
    `::ffff:${address}`,
    `::FFFF:${address}`,
    `0:0:0:0:0:ffff:${address}`,
    `::ffff:${groups}`,
    `0000:0000:0000:0000:0000:ffff:${groups}`,
    `::${address}`,
    `::${groups}`,
    `::ffff:0:${groups}`,
    `64:ff9b::${address}`,
    `64:ff9b::${groups}`,
    `0064:ff9b:0:0:0:0:${groups}`,
    `64:ff9b:1::${groups}`,
    `2002:${groups}::`,
    `2002:${groups}::1`,
    // Teredo carries its client's address with all bits turned.
    `2001:0:808:808:8000:63bf:${inverted}`,
    `fe80::5efe:${groups}`,
  ]
}

const OTHER_IPV6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::0001',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
]

/** No URL may have a zone; some parser somewhere reads it all the same. */
const ZONES = ['[fe80::1%25lo]', '[fe80::1%lo]', '[::1%25lo]', '[fe80::1%251]']

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost..',
  'lOcAlHoSt.',
  'ip6-localhost',
  'ip6-loopback',
  'app.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  '%6c%6f%63%61lhost',
  'localhost.localdomain',
]

const literals = [
  ...TARGETS.flatMap((address) => [
    ...ipv4Spellings(address),
    ...ipv6Spellings(address).map((each) => `[${each}]`),
  ]),
  ...OTHER_IPV6.map((each) => `[${each}]`),
  ...ZONES,
  ...NAMES,
]

/** What a hostile name server may answer with. */
const answers = [
  ...TARGETS,
  ...TARGETS.flatMap(ipv6Spellings).filter((_, index) => index % 3 === 0),
  ...OTHER_IPV6,
  'fe80::1%lo',
]
const nameFor = (index: number): string => `name-${index}.example.net`

/** Over 400 ways to write an address that must not be connected to, as `host` of a URL. */
export const PRIVATE_HOST_SPELLINGS: readonly string[] = [
  ...literals,
  ...answers.map((_, index) => nameFor(index)),
  ...answers.map((_, index) => `mixed-${nameFor(index)}`),
]

/** Answers for the names above; half of them hide the private address behind a public one. */
export const resolveSpellings: Resolve = async (hostname) => {
  const [, mixed, index] = /^(mixed-)?name-(\d+)\.example\.net$/.exec(hostname) ?? []
  const address = answers[Number(index)]
  if (address === undefined) {
    // Waiting for name servers that are not there would take minutes.
    if (/local|loopback/i.test(hostname)) return resolveBySystem(hostname)
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  }
  const hostile = { address, family: address.includes(':') ? 6 : 4 }
  return mixed === undefined ? [hostile] : [{ address: '8.8.8.8', family: 4 }, hostile]
}
