import type {
  ListWebhookDeliveriesQuery,
  ReplayBody,
  Replayed,
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
import type { CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'
import { path } from '../transport/path.ts'

export type { SubscribedEvent, Webhook, WebhookDelivery, WebhookDeliveryList, WebhookEventName }
export type { WebhookList, WebhookWithSecret }
export type WebhookInput = WebhookBody
export type WebhookChange = WebhookPatch
export type WebhookSecretInput = WebhookSecretBody

/** Where a workspace is told what happens in it. */
export function webhookCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/workspaces/${id}/webhooks`
  const one = (id: string, webhookId: string) => base(id) + path`/${webhookId}`
  return {
    list: (workspaceId: string, options?: CallOptions): Promise<WebhookList> =>
      request(connection, { method: 'GET', path: base(workspaceId) }, options),
    /** This response has the secret, which is not shown again. */
    create: (
      workspaceId: string,
      body: WebhookInput,
      options?: CallOptions,
    ): Promise<WebhookWithSecret> =>
      request(connection, { method: 'POST', path: base(workspaceId), body }, options),
    get: (workspaceId: string, webhookId: string, options?: CallOptions): Promise<Webhook> =>
      request(connection, { method: 'GET', path: one(workspaceId, webhookId) }, options),
    change: (
      workspaceId: string,
      webhookId: string,
      body: WebhookChange,
      options?: CallOptions,
    ): Promise<Webhook> =>
      request(connection, { method: 'PATCH', path: one(workspaceId, webhookId), body }, options),
    delete: (workspaceId: string, webhookId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: one(workspaceId, webhookId) }, options),
    /** The previous secret signs for 24 hours more. */
    rotateSecret: (
      workspaceId: string,
      webhookId: string,
      body: WebhookSecretInput = {},
      options?: CallOptions,
    ): Promise<WebhookWithSecret> =>
      request(
        connection,
        { method: 'POST', path: `${one(workspaceId, webhookId)}/secret`, body },
        options,
      ),
    /** Returns at once: a worker sends it. */
    test: (
      workspaceId: string,
      webhookId: string,
      options?: CallOptions,
    ): Promise<WebhookDelivery> =>
      request(connection, { method: 'POST', path: `${one(workspaceId, webhookId)}/test` }, options),
    deliveries: (
      workspaceId: string,
      webhookId: string,
      query: ListWebhookDeliveriesQuery = {},
      options?: CallOptions,
    ): Promise<WebhookDeliveryList> =>
      request(
        connection,
        { method: 'GET', path: `${one(workspaceId, webhookId)}/deliveries`, query },
        options,
      ),
    /** With the id that it had. */
    replay: (
      workspaceId: string,
      webhookId: string,
      deliveryId: string,
      options?: CallOptions,
    ): Promise<WebhookDelivery> =>
      request(
        connection,
        {
          method: 'POST',
          path: one(workspaceId, webhookId) + path`/deliveries/${deliveryId}/replay`,
        },
        options,
      ),
    replayFailed: (
      workspaceId: string,
      webhookId: string,
      body: ReplayBody,
      options?: CallOptions,
    ): Promise<Replayed> =>
      request(
        connection,
        { method: 'POST', path: `${one(workspaceId, webhookId)}/deliveries/replay`, body },
        options,
      ),
  }
}
