import type { CallOptions } from '../transport/http.ts'
import type { AdminCalls } from '../wire/admin-calls.ts'
import type {
  SubscribedEvent,
  Webhook,
  WebhookBody,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEventName,
  WebhookList,
  WebhookPatch,
  WebhookSecretBody,
  WebhookWithSecret,
} from '../wire/admin.ts'

export type { SubscribedEvent, Webhook, WebhookDelivery, WebhookDeliveryList, WebhookEventName }
export type { WebhookList, WebhookWithSecret }
export type WebhookInput = WebhookBody
export type WebhookChange = WebhookPatch
export type WebhookSecretInput = WebhookSecretBody

/** Where a workspace is told what happens in it. */
export const webhookCalls = (calls: AdminCalls) => ({
  list: calls.listWebhooks,
  /** This response has the secret, which is not shown again. */
  create: calls.createWebhook,
  get: calls.getWebhook,
  change: calls.changeWebhook,
  delete: calls.deleteWebhook,
  /** The previous secret signs for 24 hours more. */
  rotateSecret: (
    workspaceId: string,
    webhookId: string,
    body: WebhookSecretInput = {},
    options?: CallOptions,
  ): Promise<WebhookWithSecret> => calls.rotateWebhookSecret(workspaceId, webhookId, body, options),
  /** Returns at once: a worker sends it. */
  test: calls.testWebhook,
  deliveries: calls.listWebhookDeliveries,
  /** With the id that it had. */
  replay: calls.replayWebhookDelivery,
  replayFailed: calls.replayWebhookDeliveries,
})
