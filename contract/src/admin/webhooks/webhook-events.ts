import { z } from 'zod'
import { Id } from '../../id.ts'
import { FeedbackReason } from '../../public/feedback.ts'
import { Timestamp } from '../../timestamp.ts'

const knowledgeBaseId = Id.describe('Where it happened.')
const readerText = (what: string) =>
  z.string().nullable().describe(`${what} null: it is no longer stored.`)

const syncData = z.object({
  knowledge_base_id: knowledgeBaseId,
  source_id: Id.describe('Its source.'),
  sync_id: Id.describe('The sync.'),
  reason: z.string().nullable().describe('Why, in words.'),
})

/**
 * Every type of event: when it is sent, and its `data`. A reader's words are not part of what is stored
 * for an event; they are read when it is sent, and left out where they are no longer stored.
 */
export const WEBHOOK_EVENTS = {
  'gap.created': {
    when: 'Readers ask something new that the documents do not answer well.',
    data: z.object({
      knowledge_base_id: knowledgeBaseId,
      gap_id: Id.describe('The gap.'),
      title: readerText('A question of it.'),
    }),
  },
  'sync.failed': {
    when: 'A sync of a source failed.',
    data: syncData,
  },
  'sync.held': {
    when: 'A sync would delete many pages, or does not pass its question set, and waits for confirmation.',
    data: syncData,
  },
  'rating.negative': {
    when: 'A reader rated an answer as bad, or added a reason or a comment to such a rating.',
    data: z.object({
      knowledge_base_id: knowledgeBaseId,
      message_id: Id.describe('The answer.'),
      rating_id: Id.describe('The rating. It stays the same when the reader changes it.'),
      question: readerText('What was asked.'),
      answer: readerText('What was answered.'),
      reason: FeedbackReason.nullable().describe('Why it did not help. null: not said.'),
      comment: z.string().nullable().describe('What the reader wrote about it. null: nothing.'),
    }),
  },
  'contact.requested': {
    when: 'A reader asks a person.',
    data: z.object({
      knowledge_base_id: knowledgeBaseId,
      contact_id: Id.describe('The message.'),
      name: readerText('Who asks.'),
      email: readerText('Where the answer goes.'),
      message: readerText('What they ask.'),
      page_url: readerText('The page they were on.'),
      conversation: z
        .array(
          z.object({
            question: z.string().describe('As it is stored.'),
            answer: z.string().describe('In markdown.'),
            citations: z
              .array(
                z.object({
                  index: z.int().describe('Its number in the answer.'),
                  title: z.string().describe('Of the page.'),
                  url: z.string().describe('Of the page.'),
                }),
              )
              .describe('What the answer cites.'),
          }),
        )
        .describe('What was asked and answered before, oldest first.'),
    }),
  },
  'allowance.reached': {
    when: 'A share of the monthly allowance of questions is used, or all of it.',
    data: z.object({
      percent: z.int().describe('The share.'),
      month: z.string().describe('Its first day, UTC.'),
      monthly_question_allowance: z.int().nullable().describe('null: removed since.'),
    }),
  },
  'cost_cap.reached': {
    when: 'A share of the daily cost cap is spent, or all of it: then no model is asked any more that day.',
    data: z.object({
      percent: z.int().describe('The share.'),
      day: z.string().describe('In UTC.'),
      daily_cost_cap: z.number().nullable().describe('null: removed since.'),
      currency: z.string().nullable().describe('The currency of the cap.'),
    }),
  },
  'webhook.test': {
    when: 'Somebody sends a test.',
    data: z.object({ message: z.string().describe('Says that it is a test.') }),
  },
} as const satisfies Record<string, { when: string; data: z.ZodObject }>

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS
export type WebhookEventData<Type extends WebhookEventType> = z.infer<
  (typeof WEBHOOK_EVENTS)[Type]['data']
>

// Object.keys loses the type of each key.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]]

export const WebhookEventName = z.enum(TYPES).meta({
  id: 'WebhookEventName',
  description: TYPES.map((type) => `${type}: ${WEBHOOK_EVENTS[type].when}`).join(' '),
})
export type WebhookEventName = z.infer<typeof WebhookEventName>

/** A test is sent to the webhook that asks for it, whatever it is sent otherwise. */
export const SubscribedEvent = WebhookEventName.exclude(['webhook.test']).meta({
  id: 'SubscribedEvent',
  description: 'A type of event that a webhook can be sent.',
})
export type SubscribedEvent = z.infer<typeof SubscribedEvent>

export const WEBHOOK_EVENT_TYPES: readonly WebhookEventType[] = TYPES

/** The body of a delivery of this type. */
export const webhookPayload = <Type extends WebhookEventType>(type: Type) =>
  z.object({
    type: z.literal(type).describe('The type of the event.'),
    timestamp: Timestamp.describe('When it happened.'),
    data: WEBHOOK_EVENTS[type].data.describe('What happened.'),
  })
