import type {
  WebhookEventData,
  WebhookEventType,
} from '@footnote/contract/admin/webhooks/webhook-events'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'

/** Texts of readers that are read when an event is sent, so that erasing them leaves no copy. */
export const READ_WHEN_SENT = {
  'gap.created': ['title'],
  'rating.negative': ['question', 'answer', 'reason', 'comment'],
  'contact.requested': ['name', 'email', 'message', 'page_url', 'conversation'],
} as const

type ReadWhenSent<Type> = Type extends keyof typeof READ_WHEN_SENT
  ? (typeof READ_WHEN_SENT)[Type][number]
  : never

export type PublishedEvent<Type extends WebhookEventType> = {
  workspaceId: string
  /** Undefined: it happened in the workspace. Also part of `data` otherwise. */
  knowledgeBaseId?: string
  type: Type
  data: Omit<WebhookEventData<Type>, ReadWhenSent<Type> | 'knowledge_base_id'>
}

/**
 * Tells the workspace's webhooks what happened. The deliveries are rows of the same transaction, so
 * none is lost, and none is sent of what was rolled back. Works in both database roles.
 */
export async function publishEvent<Type extends WebhookEventType>(
  tx: TenantTransaction,
  { workspaceId, knowledgeBaseId, type, data }: PublishedEvent<Type>,
): Promise<void> {
  const stored =
    knowledgeBaseId === undefined ? data : { knowledge_base_id: knowledgeBaseId, ...data }
  await sql`
    select publish_event(${workspaceId}, ${knowledgeBaseId ?? null}, ${newId()}, ${type},
                         ${JSON.stringify(stored)}::jsonb)`.execute(tx)
}
