import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkWebhook, collectVerificationToken } from './source-webhook.ts'

const NOW_SECONDS = 1_800_000_000
const SECRET = 'fnh_secret'
/** Made by the other product. */
const PRODUCT = 'secret_of_the_product'
const TEXT = '{"ref":"refs/heads/main"}'

const sign = (text: string, secret = SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

/** The body comes in parts, as it does over the network. */
function prove(headers: Record<string, string>, own: string[] = [SECRET], text = TEXT) {
  const check = checkWebhook({ own, product: PRODUCT }, headers, NOW_SECONDS * 1000)
  for (const part of [text.slice(0, 5), text.slice(5)]) check?.update(Buffer.from(part))
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
  const check = (headers: Record<string, string>) =>
    checkWebhook({ own: [SECRET], product: null }, headers, 0)
  expect(check({})).toBeNull()
  expect(check({ authorization: 'Bearer wrong' })).toBeNull()
  expect(check({ 'x-gitlab-token': 'wrong' })).toBeNull()
  expect(check({ 'x-hub-signature-256': 'sha256=short' })).toBeNull()
  expect(check({ 'x-hub-signature-256': sign(TEXT, 'wrong') })).not.toBeNull()
  // Nobody has given the secret with which these products sign.
  expect(check({ 'x-notion-signature': sign(TEXT, PRODUCT) })).toBeNull()
  expect(check({ 'x-notion-signature': sign(TEXT, '') })).toBeNull()
  const stamp = { 'x-zendesk-webhook-signature-timestamp': new Date(0).toISOString() }
  expect(check({ ...stamp, 'x-zendesk-webhook-signature': 'AAAA' })).toBeNull()
})

test('the documented example of GitHub is accepted', () => {
  const digest = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const headers = { 'x-hub-signature-256': `sha256=${digest}` }
  const secrets = ["It's a Secret to Everybody"]
  expect(prove(headers, secrets, 'Hello, World!')).not.toBeNull()
  expect(prove(headers, secrets, 'Hello, World?')).toBeNull()
})

/** Zendesk signs an ISO time and the body, with nothing in between. */
function zendesk(timeMs: number, secret = PRODUCT) {
  const timestamp = new Date(timeMs).toISOString()
  const signature = createHmac('sha256', secret).update(timestamp + TEXT)
  return {
    'x-zendesk-webhook-signature-timestamp': timestamp,
    'x-zendesk-webhook-signature': signature.digest('base64'),
  }
}

test('a call of Zendesk is accepted with its own secret for five minutes', () => {
  const now = NOW_SECONDS * 1000
  const accepted = prove(zendesk(now - 299_000))
  expect(accepted).toMatchObject({ secret: PRODUCT })
  expect(accepted?.delivery?.rememberSeconds).toBeGreaterThan(600)
  expect(prove(zendesk(now - 301_000))).toBeNull()
  expect(prove(zendesk(now + 301_000))).toBeNull()
  expect(prove(zendesk(now, SECRET))).toBeNull()
  expect(prove(zendesk(now), [SECRET], `${TEXT} `)).toBeNull()
  const { 'x-zendesk-webhook-signature': signature } = zendesk(now - 900_000)
  const moved = { ...zendesk(now), 'x-zendesk-webhook-signature': signature }
  expect(prove(moved)).toBeNull()
  expect(prove({ 'x-zendesk-webhook-signature': signature })).toBeNull()
})

const notionEvent = (timeMs: number) =>
  JSON.stringify({ type: 'page.content_updated', timestamp: new Date(timeMs).toISOString() })
const confluenceEvent = (timeMs: number) =>
  JSON.stringify({ event: 'page_updated', timestamp: timeMs })

test.each([
  ['Notion', 'x-notion-signature', PRODUCT, notionEvent],
  ['Confluence', 'x-hub-signature', SECRET, confluenceEvent],
] as const)('a call of %s is accepted for a day after its event', (_, header, secret, event) => {
  const now = NOW_SECONDS * 1000
  const call = (text: string, signedBy: string = secret) =>
    prove({ [header]: sign(text, signedBy) }, [SECRET], text)
  const accepted = call(event(now - 23 * 3_600_000))
  expect(accepted?.delivery?.rememberSeconds).toBeGreaterThan(24 * 3600)
  expect(call(event(now - 25 * 3_600_000))).toBeNull()
  expect(call('{"timestamp":"yesterday"}')).toBeNull()
  expect(call(event(now), secret === SECRET ? PRODUCT : SECRET)).toBeNull()
  expect(prove({ [header]: sign(event(now), secret) }, [SECRET], event(now + 1))).toBeNull()
  // A test call of Confluence names no time.
  expect(call('{"test":true}')).not.toBeNull()
})

test('a call of Discourse is accepted with our secret, and remembered', () => {
  const header = 'x-discourse-event-signature'
  expect(prove({ [header]: sign(TEXT) })?.delivery?.rememberSeconds).toBeGreaterThan(86_400)
  expect(prove({ [header]: sign(TEXT, PRODUCT) })).toBeNull()
  expect(prove({ [header]: sign(`${TEXT} `) })).toBeNull()
})

test('a product that puts the time into its calls sends at most a megabyte', () => {
  const bytes = (header: string) =>
    checkWebhook({ own: [SECRET], product: PRODUCT }, { [header]: sign(TEXT) }, 0)?.maxBytes
  expect(bytes('x-notion-signature')).toBe(1024 * 1024)
  expect(bytes('x-hub-signature-256')).toBe(25 * 1024 * 1024)
})

test('a verification token is taken from a call that has nothing else', () => {
  const collect = (text: string) => {
    const collector = collectVerificationToken()
    for (const part of [text.slice(0, 9), text.slice(9)]) collector.update(Buffer.from(part))
    return collector.token()
  }
  expect(collect('{"verification_token":"secret_tMrlL1qK5vuQAh1b"}')).toBe(
    'secret_tMrlL1qK5vuQAh1b',
  )
  expect(collect('{"verification_token":"secret_tMrlL1qK5vuQAh1b","type":"x"}')).toBeNull()
  expect(collect('{"verification_token":"short"}')).toBeNull()
  expect(collect('{"verification_token":["secret_tMrlL1qK5vuQAh1b"]}')).toBeNull()
  expect(collect('{"verification_token":"<script>alert(1)</script>"}')).toBeNull()
  expect(collect('[')).toBeNull()
  expect(collect('null')).toBeNull()
})
