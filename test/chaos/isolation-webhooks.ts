import type { ChaosTenant } from '../support/chaos/tenants.ts'
import type { Expectation } from './isolation-outcomes.ts'
import { CURSOR, NOT_FOUND, OPERATOR } from './isolation-outcomes.ts'

/** What the routes of webhooks are sent, and answer to foreign ids. Nothing listens there. */
export const WEBHOOK_BODIES = {
  createWebhook: () => ({
    url: 'https://receiver.invalid/',
    events: ['sync.failed'],
    enabled: false,
  }),
  changeWebhook: () => ({ events: ['sync.held'] }),
  rotateWebhookSecret: () => ({}),
  replayWebhookDeliveries: () => ({ since: '2026-01-01T00:00:00Z' }),
}

export const WEBHOOK_SLOTS = {
  webhookId: ({ webhookId }: ChaosTenant) => webhookId ?? '',
  deliveryId: ({ deliveryId }: ChaosTenant) => deliveryId ?? '',
}

export const EXPECTED_OF_WEBHOOKS: Readonly<Record<string, Expectation>> = {
  'listWebhooks workspaceId': OPERATOR,
  'createWebhook workspaceId': OPERATOR,
  'getWebhook workspaceId': NOT_FOUND,
  'getWebhook webhookId': NOT_FOUND,
  'changeWebhook workspaceId': NOT_FOUND,
  'changeWebhook webhookId': NOT_FOUND,
  'deleteWebhook workspaceId': NOT_FOUND,
  'deleteWebhook webhookId': NOT_FOUND,
  'rotateWebhookSecret workspaceId': NOT_FOUND,
  'rotateWebhookSecret webhookId': NOT_FOUND,
  'testWebhook workspaceId': NOT_FOUND,
  'testWebhook webhookId': NOT_FOUND,
  'listWebhookDeliveries workspaceId': NOT_FOUND,
  'listWebhookDeliveries webhookId': NOT_FOUND,
  'listWebhookDeliveries cursor': CURSOR,
  'replayWebhookDelivery workspaceId': NOT_FOUND,
  'replayWebhookDelivery webhookId': NOT_FOUND,
  'replayWebhookDelivery deliveryId': NOT_FOUND,
  'replayWebhookDeliveries workspaceId': NOT_FOUND,
  'replayWebhookDeliveries webhookId': NOT_FOUND,
}
