import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const delivery = {
  id: EXAMPLE_IDS.delivery,
  type: 'sync.failed',
  knowledge_base_id: EXAMPLE_IDS.knowledgeBase,
  state: 'pending',
  attempts: 2,
  response_status: 503,
  last_error: 'It answered 503.',
  created_at: '2026-03-14T09:30:00.000Z',
  last_attempt_at: '2026-03-14T09:30:06.000Z',
  next_attempt_at: '2026-03-14T09:30:38.000Z',
}

const again = { ...delivery, attempts: 0, next_attempt_at: '2026-03-14T10:12:00.000Z' }

const body = { url: 'https://hooks.example.com/footnote', events: ['gap.created', 'sync.failed'] }

const webhook = {
  id: EXAMPLE_IDS.webhook,
  ...body,
  secret_hint: 'LaSw',
  enabled: true,
  disabled_reason: null,
  failing_since: '2026-03-14T09:30:01.000Z',
  previous_secret_until: null,
  last_delivery: delivery,
  created_at: '2026-03-01T08:15:00.000Z',
}

const newWebhook = { ...webhook, failing_since: null, last_delivery: null }

/** An example that no webhook uses. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export const webhookOperations: OperationTexts = {
  listWebhooks: {
    description: 'Returns the webhooks of a workspace, each with its newest delivery.',
    response: { webhooks: [webhook] },
  },
  createWebhook: {
    description:
      'Creates a webhook: what happens in the workspace is sent there from now on, signed as Standard Webhooks asks. The secret is in this response only: store it now. Needs SECRETS_KEY on the server.',
    request: body,
    response: { ...newWebhook, secret },
  },
  getWebhook: { description: 'Returns a webhook with its newest delivery.', response: webhook },
  changeWebhook: {
    description:
      'Changes the fields that you send. Once it is disabled, what was waiting to be sent has failed; enable it again and replay what failed.',
    request: { enabled: false },
    response: { ...webhook, enabled: false },
  },
  deleteWebhook: {
    description: 'Deletes a webhook and its deliveries. What was waiting is not sent.',
  },
  rotateWebhookSecret: {
    description:
      'Replaces the secret. For 24 hours deliveries carry two signatures, one with each, so that the receiver can change over. The secret is in this response only.',
    request: {},
    response: { ...newWebhook, previous_secret_until: '2026-03-15T09:30:00.000Z', secret },
  },
  testWebhook: {
    description:
      'Sends an event of the type `webhook.test`, whatever the webhook is sent otherwise. It is sent soon after this response; read the deliveries for the result.',
    response: {
      ...delivery,
      type: 'webhook.test',
      knowledge_base_id: null,
      attempts: 0,
      response_status: null,
      last_error: null,
      last_attempt_at: null,
      next_attempt_at: '2026-03-14T09:30:00.000Z',
    },
  },
  listWebhookDeliveries: {
    description:
      'Returns what was sent to a webhook in the last 30 days, what waits, and why it failed.',
    query: { state: 'failed', limit: '50' },
    response: {
      deliveries: [{ ...delivery, state: 'failed', attempts: 14, next_attempt_at: null }],
      next_cursor: null,
    },
  },
  replayWebhookDelivery: {
    description:
      'Sends a delivery again, whatever its state, with the id that it had. Its attempts begin anew.',
    response: again,
  },
  replayWebhookDeliveries: {
    description:
      'Sends every failed delivery again that happened since a time, each with the id that it had.',
    request: { since: '2026-03-14T00:00:00.000Z' },
    response: { replayed: 12 },
  },
}
