import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from './webhook-events.ts'
import { WebhookBody } from './webhooks.ts'

const guide = readFileSync(new URL('../../../../docs/guides/webhooks.md', import.meta.url), 'utf8')

test.each(Object.entries(WEBHOOK_EVENTS))(
  'the guide says when %s is sent, and what it has',
  (type, { when, data }) => {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${type}\``))
    expect(row).toContain(when)
    // Receivers need no fields of the test event.
    const fields = type === 'webhook.test' ? [] : Object.keys(data.shape)
    for (const field of fields) expect(guide, field).toContain(field)
  },
)

const bodyWith = (secret: string) => ({ url: 'https://a.test/', events: ['sync.held'], secret })
const makeSecret = (bytes: number) => `whsec_${Buffer.alloc(bytes).toString('base64')}`

test.each([
  [makeSecret(24), true],
  [makeSecret(32), true],
  [makeSecret(64), true],
  [makeSecret(23), false],
  [makeSecret(65), false],
  [makeSecret(32).slice('whsec_'.length), false],
  ['whsec_not base64 at all, but long enough for that', false],
])('a secret of one’s own such as %s is taken: %s', (secret, isTaken) => {
  expect(WebhookBody.safeParse(bodyWith(secret)).success).toBe(isTaken)
})

test('a webhook is not sent tests by default, nor an event twice', () => {
  const secret = makeSecret(32)
  for (const events of [[], ['webhook.test'], ['sync.held', 'sync.held'], ['nonsense']]) {
    expect(WebhookBody.safeParse({ ...bodyWith(secret), events }).success).toBe(false)
  }
})
