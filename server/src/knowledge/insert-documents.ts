import type { Insertable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
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
  unit: UnitOfWork,
  documents: readonly NewDocument[],
): Promise<(Document | undefined)[]> {
  const { tx, tenant } = unit
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
  const documentsById = new Map(inserted.map((document) => [document.id, document]))
  await queueAllIndexing(unit, [...documentsById.keys()])
  return rows.map(({ id }) => documentsById.get(id))
}
