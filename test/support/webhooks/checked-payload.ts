import { z } from 'zod'
import {
  WebhookEventName,
  webhookPayload,
} from '../../../contract/src/admin/webhooks/webhook-events.ts'
import type { Verify } from './guide-example.ts'

/** Like `verify`, for bodies that the service made: they have to be what the contract says, and no more. */
export const checkingPayload =
  (verify: Verify): Verify =>
  (...delivery) => {
    const payload = verify(...delivery)
    const type = WebhookEventName.parse(payload.type)
    const { data } = webhookPayload(type).shape
    z.strictObject({ ...webhookPayload(type).shape, data: data.strict() }).parse(payload)
    return payload
  }
