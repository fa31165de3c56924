import type { Insertable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import type { Queue } from '../platform/queue.ts'
import type { Document } from './documents.ts'
import { DOCUMENT_COLUMNS } from './documents.ts'
import { queueAllIndexing } from './queue-indexing.ts'
import { withhold } from './withheld-addresses.ts'

export type NewDocument = Omit<Insertable<Database['documents']>, 'knowledge_base_id' | 'id'>

/**
 * Inserts documents and queues their indexing, in one statement each. Returns each one in order;
 * undefined: its URL is taken, perhaps by one before it or by another transaction.
 */
export async function insertDocuments(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documents: readonly NewDocument[],
): Promise<(Document | undefined)[]> {
  if (documents.length === 0) return []
  const { knowledgeBaseId } = tenant
  const rows = (await withhold(tx, documents)).map((document) => ({
    ...document,
    knowledge_base_id: knowledgeBaseId,
    id: newId(),
  }))
  const inserted = await tx
    .insertInto('documents')
    // In one order, so that two transactions with the same pages do not wait for each other.
    .values(rows.toSorted((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url))))
    .onConflict((conflict) => conflict.columns(['knowledge_base_id', 'url']).doNothing())
    .returning(DOCUMENT_COLUMNS)
    .execute()
  const documentOf = new Map(inserted.map((document) => [document.id, document]))
  await queueAllIndexing(tx, queue, tenant, [...documentOf.keys()])
  return rows.map(({ id }) => documentOf.get(id))
}
