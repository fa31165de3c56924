import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { trustProxy } from './trust-proxy.ts'

/** Whom the service takes a request for that came from the first address with the others in its header. */
async function seenAs(setting: string, peer: string, forwardedFor: string): Promise<string> {
  const app = Fastify({ trustProxy: trustProxy.parse(setting) })
  app.get('/', ({ ip }) => ip)
  const headers = { 'x-forwarded-for': forwardedFor }
  const { body } = await app.inject({ url: '/', remoteAddress: peer, headers })
  await app.close()
  return body
}

const READER = '203.0.113.7'
const SPOOFED = '198.51.100.1'
/** As a proxy sends it that appends who called it to what the caller wrote. */
const APPENDED = `${SPOOFED}, ${READER}`

test.each([
  ['false', '10.0.0.1', APPENDED, '10.0.0.1'],
  ['1', '10.0.0.1', APPENDED, READER],
  ['2', '10.0.0.1', `${SPOOFED}, ${READER}, 10.0.0.2`, READER],
  ['10.0.0.1', '10.0.0.1', APPENDED, READER],
  ['10.0.0.0/8', '10.0.0.1', `${SPOOFED}, ${READER}, 10.0.0.2`, READER],
  ['192.0.2.1, fd00::/8', 'fd00::1', APPENDED, READER],
  ['loopback,uniquelocal', '127.0.0.1', `${APPENDED}, 10.1.1.1`, READER],
  // Not one of the proxies: what it writes counts for nothing.
  ['10.0.0.0/8', READER, SPOOFED, READER],
  // Whatever comes first, so only behind a proxy that overwrites the header.
  ['true', '10.0.0.1', APPENDED, SPOOFED],
])('TRUST_PROXY=%s, from %s with %s: %s', async (setting, peer, forwardedFor, expected) => {
  expect(await seenAs(setting, peer, forwardedFor)).toBe(expected)
})

test.each([
  'yes',
  '0',
  '-1',
  '33',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0',
  'proxy.local',
  '10.0.0.1,',
  '1,2',
])('%s is refused', (setting) => {
  expect(trustProxy.safeParse(setting).success).toBe(false)
})
