import type { WebhookEventType } from '@footnote/contract/admin/webhooks/webhook-events'
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  webhookPayload,
} from '@footnote/contract/admin/webhooks/webhook-events'
import { WEBHOOK_EXAMPLES } from '@footnote/contract/operations/webhook-examples'
import type { SchemaConverter } from './json-schemas.ts'
import type { OpenapiDocument, Operation, Parameter } from './openapi-document.ts'

/** What the service sends, rather than serves. */
export const EVENTS_TAG = 'events'

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const HEADERS = [
  header('webhook-id', 'Of the event. It stays the same when a delivery is sent again.'),
  header('webhook-timestamp', 'When this was sent, in seconds since 1970.'),
  header(
    'webhook-signature',
    'One for each secret that is valid, with a space between, as Standard Webhooks has it: `v1,` and the HMAC-SHA-256 of id, timestamp and body with dots between, in Base64.',
  ),
]

/** `syncFailedEvent` for `sync.failed`. */
const getId = (type: WebhookEventType): string =>
  `${type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

function toEvent(type: WebhookEventType, converter: SchemaConverter): Operation {
  const example = { type, timestamp: '2026-03-14T09:30:00.000Z', data: WEBHOOK_EXAMPLES[type] }
  return {
    operationId: getId(type),
    tags: [EVENTS_TAG],
    summary: type,
    description: WEBHOOK_EVENTS[type].when,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: converter.convert(webhookPayload(type), 'output'), example },
      },
    },
    responses: {
      '2XX': {
        description:
          'You have it. Any other status is tried again for about three days; 410 disables the webhook.',
      },
    },
  }
}

/** Each type of event that webhooks of a workspace are sent, from the schemas that the code uses. */
export const webhookEvents = (
  converter: SchemaConverter,
): NonNullable<OpenapiDocument['webhooks']> =>
  Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, { post: toEvent(type, converter) }]))
