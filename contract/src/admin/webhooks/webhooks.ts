import { z } from 'zod'
import { Id } from '../../id.ts'
import { MAX_WEBHOOKS } from '../../limits.ts'
import { HttpUrl, limitedText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'
import { ListQuery, nextCursor } from '../listing.ts'
import { SubscribedEvent, WebhookEventName } from './webhook-events.ts'

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = { min: 24, max: 64 }

function isSecret(text: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1]
  if (encoded === undefined || encoded.length % 4 !== 0) return false
  const bytes = (encoded.replaceAll('=', '').length * 3) / 4
  return bytes >= SECRET_BYTES.min && Math.floor(bytes) <= SECRET_BYTES.max
}

const WebhookSecret = limitedText(100).refine(
  isSecret,
  'must be whsec_ and 24 to 64 bytes in base64',
)

const settings = {
  url: HttpUrl.describe('Where events are sent. Redirects are not followed.'),
  events: z
    .array(SubscribedEvent)
    .min(1)
    .refine((events) => new Set(events).size === events.length, 'must not repeat an event')
    .describe('What is sent.'),
  enabled: z.boolean().describe('false: nothing is sent, and what was waiting has failed.'),
}

export const WebhookBody = z
  .strictObject({
    ...settings,
    enabled: settings.enabled.default(true),
    secret: WebhookSecret.optional().describe('Your own. Default: a new one.'),
  })
  .meta({ id: 'WebhookBody' })
export type WebhookBody = z.infer<typeof WebhookBody>

export const WebhookPatch = z
  .strictObject(settings)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'WebhookPatch', minProperties: 1, description: 'At least one field.' })
export type WebhookPatch = z.infer<typeof WebhookPatch>

export const WebhookSecretBody = z
  .strictObject({ secret: WebhookSecret.optional().describe('Your own. Default: a new one.') })
  .meta({ id: 'WebhookSecretBody' })
export type WebhookSecretBody = z.infer<typeof WebhookSecretBody>

const DeliveryState = z.enum(['pending', 'delivered', 'failed']).meta({
  id: 'DeliveryState',
  description:
    'pending: it will be sent, or sent again. delivered: the receiver answered with 2xx. failed: it is not sent again unless you replay it.',
})

export const WebhookDelivery = z
  .object({
    id: Id.describe('The `webhook-id` header, the same each time it is sent.'),
    type: WebhookEventName,
    knowledge_base_id: Id.nullable().describe('Where it happened; null: in the workspace.'),
    state: DeliveryState,
    attempts: z
      .int()
      .min(0)
      .describe('How often it was sent, since it was created or last replayed.'),
    response_status: z
      .int()
      .nullable()
      .describe('What the receiver last answered; null: it did not.'),
    last_error: z.string().nullable().describe('Why the last attempt failed; null: it did not.'),
    created_at: Timestamp.describe('When it happened.'),
    last_attempt_at: Timestamp.nullable().describe('When it was last sent; null: not yet.'),
    next_attempt_at: Timestamp.nullable().describe('When it is sent next; null: not again.'),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const fields = {
  id: Id.describe('Identifies the webhook.'),
  url: z.string().describe('Where events are sent.'),
  events: z.array(SubscribedEvent).describe('What is sent.'),
  secret_hint: z.string().describe('The last 4 characters of its secret.'),
  enabled: settings.enabled,
  disabled_reason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe(
      'Why it was disabled for you. gone: the receiver answered 410. failing: nothing was delivered for 5 days. null: it was not.',
    ),
  failing_since: Timestamp.nullable().describe(
    'The first failure after the last delivery; null: the last attempt succeeded.',
  ),
  previous_secret_until: Timestamp.nullable().describe(
    'Until when deliveries are signed with the previous secret too; null: they are not.',
  ),
  last_delivery: WebhookDelivery.nullable().describe('The newest; null: none in the last 30 days.'),
  created_at: Timestamp.describe('When it was created.'),
}

export const Webhook = z.object(fields).meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const WebhookWithSecret = z
  .object({ ...fields, secret: z.string().describe('Verifies deliveries. Shown once.') })
  .meta({ id: 'WebhookWithSecret' })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookList = z
  .object({
    webhooks: z.array(Webhook).describe(`Oldest first; at most ${MAX_WEBHOOKS}.`),
  })
  .meta({ id: 'WebhookList' })
export type WebhookList = z.infer<typeof WebhookList>

export const DeliveriesQuery = z.strictObject({
  ...ListQuery.shape,
  state: DeliveryState.optional().describe('Only those in this state.'),
})
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>

export const WebhookDeliveryList = z
  .object({
    deliveries: z.array(WebhookDelivery).describe('Newest first. They are kept for 30 days.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'WebhookDeliveryList' })
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>

export const ReplayBody = z
  .strictObject({ since: Timestamp.describe('Only what happened since then.') })
  .meta({ id: 'ReplayBody' })
export type ReplayBody = z.infer<typeof ReplayBody>

export const Replayed = z
  .object({ replayed: z.int().min(0).describe('How many failed deliveries are sent again.') })
  .meta({ id: 'Replayed' })
export type Replayed = z.infer<typeof Replayed>
