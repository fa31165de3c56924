import { expect, test } from 'vitest'
import { loadGuideExample } from '../../../test/support/webhooks/guide-example.ts'
import { makeHint, newWebhookSecret, signedHeaders } from './signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const AT_MS = 1_614_265_330_000

// Computed by standardwebhooks 1.1.1, the JavaScript library of Standard Webhooks.
test.each([
  [
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '{"test": 2432232314}',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ],
  [
    '0199e32b-2dc3-70a1-92c9-d1b4f6e3f298',
    '{"type":"webhook.test","data":{"message":"ünïcode"}}',
    'v1,NqBUxaN9t7Ta5XvkYrKW2iucrjIMV/ZY0hlPUEX1GQ4=',
  ],
])('signs %s as the library of Standard Webhooks does', (id, body, signature) => {
  expect(signedHeaders([SECRET], { id, body, nowMs: AT_MS })).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  })
})

test('the example of the guide accepts what is signed, with either secret, and nothing else', async () => {
  const verify = await loadGuideExample()
  const [old, current] = [newWebhookSecret(), newWebhookSecret()]
  const body = '{"type":"webhook.test"}'
  const signed = (nowMs: number) => signedHeaders([current, old], { id: 'a', body, nowMs })
  for (const secret of [old, current]) {
    expect(verify(secret, signed(Date.now()), body)).toEqual({ type: 'webhook.test' })
  }
  expect(() => verify(newWebhookSecret(), signed(Date.now()), body)).toThrow('not signed')
  expect(() => verify(current, signed(Date.now()), `${body} `)).toThrow('not signed')
  expect(() => verify(current, { ...signed(Date.now()), 'webhook-id': 'b' }, body)).toThrow(
    'not signed',
  )
  expect(() => verify(current, signed(Date.now() - 301_000), body)).toThrow('too old')
  expect(() => verify(current, {}, body)).toThrow('too old')
})

test('a secret has 32 bytes, and its hint is its end', () => {
  const secret = newWebhookSecret()
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect(secret).toContain(makeHint(secret))
  expect(makeHint(SECRET)).toBe('LaSw')
})
