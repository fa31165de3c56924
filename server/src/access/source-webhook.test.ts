import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkWebhook } from './source-webhook.ts'

const NOW_SECONDS = 1_800_000_000
const SECRET = 'fnh_secret'
const TEXT = '{"ref":"refs/heads/main"}'

const sign = (text: string, secret = SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

/** The body comes in parts, as it does over the network. */
function prove(headers: Record<string, string>, secrets: string[] = [SECRET]) {
  const check = checkWebhook(secrets, headers, NOW_SECONDS * 1000)
  for (const part of [TEXT.slice(0, 5), TEXT.slice(5)]) check?.update(Buffer.from(part))
  return check?.prove() ?? null
}

const stamped = (timestamp: number | string, signature = sign(`${timestamp}.${TEXT}`)) => ({
  'x-footnote-timestamp': String(timestamp),
  'x-footnote-signature': signature,
})

test('a signature over time and body is accepted within five minutes, in either direction', () => {
  for (const seconds of [-300, 0, 300]) {
    expect(prove(stamped(NOW_SECONDS + seconds)), String(seconds)).not.toBeNull()
  }
  for (const seconds of [-301, 301]) {
    expect(prove(stamped(NOW_SECONDS + seconds)), String(seconds)).toBeNull()
  }
})

test('the time is part of what is signed, and nothing else makes up for it', () => {
  const old = sign(`${NOW_SECONDS - 900}.${TEXT}`)
  expect(prove(stamped(NOW_SECONDS, old))).toBeNull()
  expect(prove(stamped(`${NOW_SECONDS}.0`))).toBeNull()
  expect(prove({ 'x-footnote-signature': sign(`.${TEXT}`) })).toBeNull()
  expect(prove({ 'x-footnote-signature': sign(TEXT) })).toBeNull()
  const bearer = { authorization: `Bearer ${SECRET}` }
  expect(prove({ ...bearer, 'x-footnote-timestamp': String(NOW_SECONDS) })).toBeNull()
  const hub = { 'x-hub-signature-256': sign(TEXT) }
  expect(prove({ ...hub, ...stamped(NOW_SECONDS - 900) })).toBeNull()
})

test('it is remembered for as long as it could be sent again', () => {
  expect(prove(stamped(NOW_SECONDS + 300))?.delivery?.rememberSeconds).toBe(600)
})

test('a provider’s delivery is remembered, a signed body that may repeat is not', () => {
  const hub = { 'x-hub-signature-256': sign(TEXT) }
  const memory = (headers: Record<string, string>) =>
    prove({ ...hub, ...headers })?.delivery?.rememberSeconds
  expect(memory({ 'x-github-delivery': 'a' })).toBe(30 * 24 * 3600)
  expect(memory({})).toBeNull()
  // The id is not signed: a call without it is recognised by its signature.
  expect(prove(hub)?.delivery?.digest).toEqual(
    prove({ ...hub, 'x-gitea-delivery': 'b' })?.delivery?.digest,
  )
})

test('any of the secrets will do, and the proof says which', () => {
  const hub = { 'x-hub-signature-256': sign(TEXT, 'fnh_before') }
  expect(prove(hub)).toBeNull()
  expect(prove(hub, [SECRET, 'fnh_before'])?.secret).toBe('fnh_before')
})

test('what no body could prove is refused before there is one', () => {
  const check = (headers: Record<string, string>) => checkWebhook([SECRET], headers, 0)
  expect(check({})).toBeNull()
  expect(check({ authorization: 'Bearer wrong' })).toBeNull()
  expect(check({ 'x-gitlab-token': 'wrong' })).toBeNull()
  expect(check({ 'x-hub-signature-256': 'sha256=short' })).toBeNull()
  expect(check({ 'x-hub-signature-256': sign(TEXT, 'wrong') })).not.toBeNull()
})
