import type { ReviewBody } from '@footnote/contract/admin/message-queries'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/** Fields that are left out keep their value. False if there is no such message. */
export async function reviewMessage(
  tx: TenantTransaction,
  messageId: string,
  { reviewed, tags, note }: ReviewBody,
): Promise<boolean> {
  const unique = tags && [...new Set(tags)]
  const { numAffectedRows } = await sql`
    insert into message_reviews (knowledge_base_id, message_id, reviewed_at, tags, note)
    select knowledge_base_id, id, case when ${reviewed ?? false}::boolean then now() end,
           ${unique ?? []}::text[], ${note ?? null}::text
    from messages where id = ${messageId}::uuid
    -- Locked, so that a message deleted meanwhile is not found, instead of violating the foreign key.
    for key share
    on conflict (knowledge_base_id, message_id) do update set
      reviewed_at = case when ${reviewed === undefined}::boolean then message_reviews.reviewed_at
                         else excluded.reviewed_at end,
      tags = case when ${unique === undefined}::boolean then message_reviews.tags
                  else excluded.tags end,
      note = case when ${note === undefined}::boolean then message_reviews.note
                  else excluded.note end`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
