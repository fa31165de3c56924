import { createHmac, randomUUID } from 'node:crypto'

/** A webhook call as a product makes it. */
export type ProductCall = { headers: Record<string, string>; body: string }

/** Who makes the secret that calls are signed with: Footnote, or the product. */
export type ProductWebhook = {
  readonly signsWith: 'ours' | 'its own'
  /** Whether a call names its time, and how old it may be. */
  readonly maxAgeMs: number | null
  call(secret: string, timeMs?: number): ProductCall
}

const hex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

let calls = 0

/** A call about a page that changed, with the headers and bodies that the products document. */
export const PRODUCT_WEBHOOKS: Readonly<Record<string, ProductWebhook>> = {
  Zendesk: {
    signsWith: 'its own',
    maxAgeMs: 5 * 60_000,
    call(secret, timeMs = Date.now()) {
      const time = new Date(timeMs).toISOString()
      const body = JSON.stringify({
        account_id: 20_417_733,
        detail: { brand_id: '7310225', id: '1', user_id: '88120467' },
        event: {},
        id: randomUUID(),
        subject: 'zen:article:1',
        time,
        type: 'zen:event-type:article.published',
        zendesk_event_version: '2022-11-06',
      })
      const signature = createHmac('sha256', secret).update(time + body)
      return {
        headers: {
          'x-zendesk-webhook-id': '01K7Q2Z',
          'x-zendesk-webhook-signature': signature.digest('base64'),
          'x-zendesk-webhook-signature-timestamp': time,
        },
        body,
      }
    },
  },
  Notion: {
    signsWith: 'its own',
    maxAgeMs: 24 * 3_600_000,
    call(secret, timeMs = Date.now()) {
      const body = JSON.stringify({
        id: randomUUID(),
        timestamp: new Date(timeMs).toISOString(),
        type: 'page.content_updated',
        attempt_number: 1,
        api_version: '2026-03-11',
        entity: { id: '3d1f0c52-77aa-4e0b-9a35-000000000001', type: 'page' },
      })
      return { headers: { 'x-notion-signature': `sha256=${hex(secret, body)}` }, body }
    },
  },
  Confluence: {
    signsWith: 'ours',
    maxAgeMs: 24 * 3_600_000,
    call(secret, timeMs = Date.now()) {
      calls += 1
      const page = { id: 720_981, title: 'Lamp', version: calls, spaceKey: 'DOC' }
      const body = JSON.stringify({
        timestamp: timeMs,
        event: 'page_updated',
        userKey: 'ff80',
        page,
      })
      return { headers: { 'x-hub-signature': `sha256=${hex(secret, body)}` }, body }
    },
  },
  GitHub: {
    signsWith: 'ours',
    maxAgeMs: null,
    call(secret) {
      calls += 1
      const body = JSON.stringify({ action: 'closed', issue: { number: 1, comments: calls } })
      return {
        headers: {
          'x-github-event': 'issues',
          'x-github-delivery': randomUUID(),
          'x-hub-signature-256': `sha256=${hex(secret, body)}`,
        },
        body,
      }
    },
  },
  Discourse: {
    signsWith: 'ours',
    maxAgeMs: null,
    call(secret) {
      calls += 1
      const body = JSON.stringify({ topic: { id: 1, title: 'Lamp', posts_count: calls } })
      return {
        headers: {
          'x-discourse-event': 'topic_edited',
          'x-discourse-event-id': String(calls),
          'x-discourse-event-signature': `sha256=${hex(secret, body)}`,
        },
        body,
      }
    },
  },
}
