import { webhookRoutes as routes } from '@footnote/contract/admin/webhooks/webhook-routes'
import type { FastifyPluginAsync } from 'fastify'
import { requireSecretBox } from '../../platform/secret-box.ts'
import {
  addTest,
  listDeliveries,
  replayDelivery,
  replayFailed,
  toDelivery,
} from '../../webhooks/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  requireEnabled,
  rotateWebhookSecret,
} from '../../webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { requireFetchable } from '../hooks/require-fetchable.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'
import { listPage } from './list-page.ts'

export const webhookRoutes =
  ({ operatorDb: db, secrets, whyRefused }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listWebhooks, async (request) => ({
      webhooks: await asOperator(db, request, listWebhooks),
    }))
    serve(app, routes.createWebhook, async (request) => {
      await requireFetchable(whyRefused, 'url', request.body.url)
      return asOperator(db, request, (tx, { workspaceId }) =>
        createWebhook(tx, requireSecretBox(secrets), workspaceId, request.body),
      )
    })
    serve(app, routes.getWebhook, (request) =>
      asOperator(db, request, (tx) => findWebhook(tx, request.params.webhookId)),
    )
    serve(app, routes.changeWebhook, async (request) => {
      await requireFetchable(whyRefused, 'url', request.body.url)
      return asOperator(db, request, async (tx) => {
        const { webhookId } = request.params
        request.auditedBefore = await findWebhook(tx, webhookId)
        return changeWebhook(tx, webhookId, request.body)
      })
    })
    serve(app, routes.deleteWebhook, (request) =>
      asOperator(db, request, async (tx) => {
        const { webhookId } = request.params
        request.auditedBefore = await findWebhook(tx, webhookId)
        await deleteWebhook(tx, webhookId)
      }),
    )
    serve(app, routes.rotateWebhookSecret, (request) =>
      asOperator(db, request, (tx, { workspaceId }) => {
        const { params, body } = request
        return rotateWebhookSecret(
          tx,
          requireSecretBox(secrets),
          workspaceId,
          params.webhookId,
          body.secret,
        )
      }),
    )
    serve(app, routes.testWebhook, async (request) => {
      // In a list, so that the audit log names the webhook and not the delivery.
      const [test] = await asOperator(db, request, async (tx, { workspaceId }) => {
        const { webhookId } = request.params
        await requireEnabled(tx, webhookId)
        return [await addTest(tx, workspaceId, webhookId)] as const
      })
      return toDelivery(test)
    })
    serve(app, routes.listWebhookDeliveries, async (request) => {
      const { webhookId } = request.params
      const { rows, next_cursor } = await asOperator(db, request, async (tx) => {
        await findWebhook(tx, webhookId)
        return listPage(request.query, (page) => listDeliveries(tx, webhookId, page, request.query))
      })
      return { deliveries: rows.map(toDelivery), next_cursor }
    })
    serve(app, routes.replayWebhookDelivery, (request) =>
      asOperator(db, request, async (tx) => {
        const { webhookId, deliveryId } = request.params
        await requireEnabled(tx, webhookId)
        return toDelivery(await replayDelivery(tx, webhookId, deliveryId))
      }),
    )
    serve(app, routes.replayWebhookDeliveries, (request) =>
      asOperator(db, request, async (tx) => {
        const { webhookId } = request.params
        await requireEnabled(tx, webhookId)
        return { replayed: await replayFailed(tx, webhookId, new Date(request.body.since)) }
      }),
    )
  }
