import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signSlackCall, verifySlackCall } from './verify-slack.ts'

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
const NOW_MS = 1_767_000_000_000
const seconds = (ago: number) => String(NOW_MS / 1000 - ago)

const accepts = (secret: string, timestamp: string, signature: string, body: Buffer) =>
  verifySlackCall(
    secret,
    { headers: { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature }, body },
    NOW_MS,
  )

test('it signs as Slack’s documentation does', () => {
  const body = Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  )
  expect(signSlackCall(SECRET, '1531420618', body)).toBe(
    'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  )
})

test('of 10,000 calls that are forged, old, changed or signed by another app none is accepted', () => {
  let tried = 0
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 301, max: 10_000_000 }),
      fc.nat(),
      fc.string({ minLength: 8, maxLength: 40 }),
      (bytes, ago, late, at, otherSecret) => {
        const body = Buffer.from(bytes)
        const timestamp = seconds(ago)
        const signature = signSlackCall(SECRET, timestamp, body)
        expect(accepts(SECRET, timestamp, signature, body)).toBe(true)
        const changed = Buffer.from(body)
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << (at % 8))
        const digit = 3 + (at % 64)
        const wrong = signature[digit] === '0' ? '1' : '0'
        const forged = [
          accepts(SECRET, timestamp, signature, changed),
          accepts(SECRET, timestamp, signature, body.subarray(1)),
          accepts(SECRET, seconds(late), signSlackCall(SECRET, seconds(late), body), body),
          accepts(SECRET, seconds(-late), signSlackCall(SECRET, seconds(-late), body), body),
          accepts(SECRET, seconds(ago + 1), signature, body),
          accepts(`${otherSecret}!`, timestamp, signature, body),
          accepts(SECRET, timestamp, signSlackCall(`${otherSecret}!`, timestamp, body), body),
          accepts(
            SECRET,
            timestamp,
            `${signature.slice(0, digit)}${wrong}${signature.slice(digit + 1)}`,
            body,
          ),
          accepts(SECRET, timestamp, signature.slice(0, -1), body),
          accepts(SECRET, `${timestamp}.0`, signSlackCall(SECRET, `${timestamp}.0`, body), body),
        ]
        tried += forged.length
        expect(forged.filter(Boolean)).toEqual([])
      },
    ),
    { numRuns: 1_000 },
  )
  expect(tried).toBeGreaterThanOrEqual(10_000)
})
