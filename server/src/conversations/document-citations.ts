import type { DocumentCitations } from '@footnote/contract/admin/inspection'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { findMessageIds } from './find-message-ids.ts'
import type { MessageFilters } from './message-filters.ts'
import { searchCondition } from './message-filters.ts'

/** As many as a person looks at. */
const NEWEST = 20

/** Where a document was cited. */
export async function toCitations(
  tx: TenantTransaction,
  tenant: Tenant,
  documentId: string,
): Promise<DocumentCitations> {
  const filters = { document_id: documentId }
  const { rows } = await citationCounts(tenant, documentId).execute(tx)
  const counts = rows[0] ?? { cited: 0, rated_up: 0, rated_down: 0 }
  const page = { limit: NEWEST, before: null, filters }
  return { ...counts, message_ids: await findMessageIds(tx, tenant, page) }
}

/** Apart from running it, so that a test can ask for its plan. */
export function citationCounts(
  { knowledgeBaseId }: Tenant,
  documentId: string,
): RawBuilder<Omit<DocumentCitations, 'message_ids'>> {
  const rated = (vote: NonNullable<MessageFilters['vote']>) => sql`
    (select count(*)::int from searchable_messages
     where ${searchCondition(knowledgeBaseId, { document_id: documentId, vote })})`
  return sql`
    select (select coalesce(sum(cited), 0)::int from citation_counts
            where document_id = ${documentId}::uuid) as cited,
           ${rated('up')} as rated_up, ${rated('down')} as rated_down`
}
