import { expect, test } from 'vitest'
import { isAllowedAddress } from './addresses.ts'

const ALLOWED = ['198.51.100.7', '203.0.113.0/24', '2001:db8:5::/48', '2001:DB8:7:0::9']

test.each([
  '198.51.100.7',
  '203.0.113.0',
  '203.0.113.255',
  '::ffff:203.0.113.9',
  '::ffff:cb00:7109',
  '2001:db8:5::1',
  '2001:db8:5:ffff::1',
  '2001:db8:7::9',
  '2001:0db8:0007:0000:0000:0000:0000:0009',
])('%s is allowed', (address) => {
  expect(isAllowedAddress(address, ALLOWED)).toBe(true)
})

test.each([
  '198.51.100.8',
  '203.0.112.255',
  '203.0.114.0',
  '::ffff:203.0.114.0',
  // Not mapped: the deprecated form, and NAT64.
  '::203.0.113.9',
  '64:ff9b::203.0.113.9',
  '2001:db8:6::1',
  '2001:db8:7::a',
  '2001:db8:7::9/128',
  '203.0.113.9:80',
  '203.0.113.9, 203.0.113.9',
  'localhost',
  '',
])('%s is refused', (address) => {
  expect(isAllowedAddress(address, ALLOWED)).toBe(false)
})

test('a block written with one of its addresses is that block', () => {
  expect(isAllowedAddress('10.2.0.1', ['10.2.3.4/16'])).toBe(true)
  expect(isAllowedAddress('10.3.0.1', ['10.2.3.4/16'])).toBe(false)
})

test('every IPv4 address is not every IPv6 address', () => {
  expect(isAllowedAddress('203.0.113.9', ['0.0.0.0/0'])).toBe(true)
  expect(isAllowedAddress('2001:db8::1', ['0.0.0.0/0'])).toBe(false)
})

test('an empty list allows any address', () => {
  expect(isAllowedAddress('203.0.113.9', [])).toBe(true)
  expect(isAllowedAddress('2001:db8::1', [])).toBe(true)
})
