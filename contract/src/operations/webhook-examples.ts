import type { WebhookEventData, WebhookEventType } from '../admin/webhooks/webhook-events.ts'
import { EXAMPLE_IDS } from './example-ids.ts'

const sync = {
  knowledge_base_id: EXAMPLE_IDS.knowledgeBase,
  source_id: EXAMPLE_IDS.source,
  sync_id: EXAMPLE_IDS.sync,
}

/** The `data` of an event of each type. */
export const WEBHOOK_EXAMPLES: { readonly [Type in WebhookEventType]: WebhookEventData<Type> } = {
  'gap.created': {
    knowledge_base_id: EXAMPLE_IDS.knowledgeBase,
    gap_id: EXAMPLE_IDS.gap,
    title: 'How do I export all invoices of a year?',
  },
  'sync.failed': { ...sync, reason: 'The sitemap could not be read: it answered 503.' },
  'sync.held': { ...sync, reason: 'It would delete 41 of 120 pages.' },
  'rating.negative': {
    knowledge_base_id: EXAMPLE_IDS.knowledgeBase,
    message_id: EXAMPLE_IDS.message,
    rating_id: EXAMPLE_IDS.rating,
    question: 'How do I rotate an API key?',
    answer: 'Open Settings and choose Rotate [1].',
    reason: 'outdated',
    comment: 'There is no such button.',
  },
  'contact.requested': {
    knowledge_base_id: EXAMPLE_IDS.knowledgeBase,
    contact_id: EXAMPLE_IDS.contact,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    message: 'Can a key be limited to one address?',
    page_url: 'https://docs.example.com/guides/api-keys',
    conversation: [
      {
        question: 'Can a key be limited to an address?',
        answer: 'The documentation does not cover this.',
        citations: [],
      },
    ],
  },
  'allowance.reached': { percent: 80, month: '2026-03-01', monthly_question_allowance: 10_000 },
  'cost_cap.reached': { percent: 100, day: '2026-03-14', daily_cost_cap: 5, currency: 'USD' },
  'webhook.test': { message: 'This is a test.' },
}
