import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { verifyDiscordCall } from './verify-discord.ts'

// Ten thousand signatures take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const NOW_MS = 1_767_000_000_000
const ours = generateKeyPairSync('ed25519')
const others = generateKeyPairSync('ed25519')
const hexOf = ({ publicKey }: { publicKey: KeyObject }) =>
  Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
const PUBLIC_KEY = hexOf(ours)

const seconds = (ago: number) => String(NOW_MS / 1000 - ago)
const signed = (key: KeyObject, timestamp: string, body: Buffer) =>
  sign(null, Buffer.concat([Buffer.from(timestamp), body]), key).toString('hex')
const accepts = (publicKey: string, timestamp: string, signature: string, body: Buffer) => {
  const headers = { 'x-signature-timestamp': timestamp, 'x-signature-ed25519': signature }
  return verifyDiscordCall(publicKey, { headers, body }, NOW_MS)
}

test('of 10,000 calls that are forged, old, changed or signed by another application none is accepted', () => {
  let tried = 0
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 301, max: 10_000_000 }),
      fc.nat(),
      (bytes, ago, late, at) => {
        const body = Buffer.from(bytes)
        const timestamp = seconds(ago)
        const signature = signed(ours.privateKey, timestamp, body)
        expect(accepts(PUBLIC_KEY, timestamp, signature, body)).toBe(true)
        const changed = Buffer.from(body)
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << (at % 8))
        const digit = at % 128
        const wrong = signature[digit] === '0' ? '1' : '0'
        const forged = [
          accepts(PUBLIC_KEY, timestamp, signature, changed),
          accepts(PUBLIC_KEY, timestamp, signature, body.subarray(1)),
          accepts(PUBLIC_KEY, seconds(late), signed(ours.privateKey, seconds(late), body), body),
          accepts(PUBLIC_KEY, seconds(-late), signed(ours.privateKey, seconds(-late), body), body),
          accepts(PUBLIC_KEY, seconds(ago + 1), signature, body),
          accepts(hexOf(others), timestamp, signature, body),
          accepts(PUBLIC_KEY, timestamp, signed(others.privateKey, timestamp, body), body),
          accepts(
            PUBLIC_KEY,
            timestamp,
            `${signature.slice(0, digit)}${wrong}${signature.slice(digit + 1)}`,
            body,
          ),
          accepts(PUBLIC_KEY, timestamp, signature.slice(0, -2), body),
          accepts('', timestamp, signature, body),
        ]
        tried += forged.length
        expect(forged.filter(Boolean)).toEqual([])
      },
    ),
    { numRuns: 1_000 },
  )
  expect(tried).toBeGreaterThanOrEqual(10_000)
})
