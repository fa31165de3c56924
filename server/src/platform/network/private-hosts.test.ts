import { expect, test } from 'vitest'
import { parsePrivateHosts } from './private-hosts.ts'

const hosts = parsePrivateHosts(
  'wiki.internal, Git.Internal:3000, 10.0.0.5:8080, [fd00::1]:80, 10.20.0.0/16, fd12::/16',
)

test.each([
  ['wiki.internal', 80],
  ['wiki.internal', 9000],
  ['git.internal', 3000],
  ['10.0.0.5', 8080],
  ['fd00::1', 80],
])('%s port %i is allowed by name', (hostname, port) => {
  expect(hosts.allowsHost(hostname, port)).toBe(true)
})

test.each([
  ['git.internal', 80],
  ['10.0.0.5', 80],
  ['fd00::1', 8080],
  ['evil-wiki.internal', 80],
  ['wiki.internal.example.com', 80],
  ['internal', 80],
  ['', 80],
])('%s port %i is not', (hostname, port) => {
  expect(hosts.allowsHost(hostname, port)).toBe(false)
})

test('an address is allowed inside a listed network only', () => {
  expect(hosts.allowsAddress('10.20.255.1')).toBe(true)
  expect(hosts.allowsAddress('fd12:1::1')).toBe(true)
  expect(hosts.allowsAddress('10.21.0.1')).toBe(false)
  expect(hosts.allowsAddress('10.0.0.5')).toBe(false)
  expect(hosts.allowsAddress('fd00::1')).toBe(false)
  expect(hosts.allowsAddress('wiki.internal')).toBe(false)
})

test('an empty list allows nothing', () => {
  expect(parsePrivateHosts(' , ').allowsHost('localhost', 80)).toBe(false)
})

test.each([
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'wiki/8',
  'fd00::/129',
  'fd00::1',
  'a b',
  'http://wiki.internal',
  'me@wiki.internal',
  'wiki.internal:99999999',
])('"%s" is neither a host nor a network', (entry) => {
  expect(() => parsePrivateHosts(entry)).toThrow(entry)
})
