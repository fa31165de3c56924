import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database, DocumentState } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { watchSize } from './spaces/embedding-space-size.ts'
import { countDocumentTerms } from './passages/document-terms.ts'
import { indexAgain } from './queue-indexing.ts'
import { queueStarterRefresh } from './starter-refresh.ts'
import { withholdAddress } from './withheld-addresses.ts'

type DocumentRow = Selectable<Database['documents']>

/** What an operator sees of a document: everything but its content. */
export type Document = Pick<DocumentRow, (typeof DOCUMENT_COLUMNS)[number]>

/** For `returning` too. */
export const DOCUMENT_COLUMNS = [
  'id',
  'url',
  'title',
  'content_type',
  'visibility',
  'group_id',
  'labels',
  'page_labels',
  'given_labels',
  'source_id',
  'state',
  'state_reason',
  'passage_count',
  'created_at',
  'updated_at',
  'indexed_at',
  'published_at',
] as const

export type DocumentChange = Partial<
  Pick<DocumentRow, 'title' | 'visibility' | 'visibility_chosen' | 'group_id'>
> & {
  /** As JSON. */
  rule_labels?: string
  given_labels?: string
}

/** Undefined if there is no such document. */
export async function changeDocument(
  unit: UnitOfWork,
  id: string,
  change: DocumentChange,
): Promise<Document | undefined> {
  const { tx, tenant } = unit
  const before = await tx
    .selectFrom('documents')
    .select(['visibility', 'title', 'group_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  const titled = change.title === undefined ? {} : { given_title: change.title }
  await tx
    .updateTable('documents')
    .set({ ...change, ...titled, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  if (change.title !== undefined && change.title !== before.title) {
    await indexAgain(unit, id)
  }
  const wasReadable = before.visibility !== 'restricted'
  const isReadable = (change.visibility ?? before.visibility) !== 'restricted'
  if (wasReadable !== isReadable) {
    await countDocumentTerms(tx, tenant.knowledgeBaseId, id, isReadable ? 1 : -1)
    await watchSize(unit)
  }
  const after = { ...before, ...change }
  if (after.visibility !== before.visibility || after.group_id !== before.group_id) {
    await queueStarterRefresh(unit)
  }
  return findDocument(tx, id)
}

/** Its passages and vectors are deleted at the same commit. True if there was one. */
export async function deleteDocument(unit: UnitOfWork, id: string): Promise<boolean> {
  const { tx, tenant } = unit
  const document = await tx
    .selectFrom('documents')
    .select('visibility')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!document) return false
  if (document.visibility !== 'restricted') {
    await countDocumentTerms(tx, tenant.knowledgeBaseId, id, -1)
    await watchSize(unit)
  }
  await withholdAddress(tx, id)
  await tx.deleteFrom('documents').where('id', '=', id).execute()
  await queueStarterRefresh(unit)
  return true
}

export const findDocument = (tx: TenantTransaction, id: string): Promise<Document | undefined> =>
  tx.selectFrom('documents').select(DOCUMENT_COLUMNS).where('id', '=', id).executeTakeFirst()

export type DocumentSummary = Record<DocumentState | 'passages', number>

export async function summariseDocuments(tx: TenantTransaction): Promise<DocumentSummary> {
  const { rows } = await sql<DocumentSummary>`
    select count(*) filter (where state = 'pending')::int as pending,
           count(*) filter (where state = 'indexed')::int as indexed,
           count(*) filter (where state = 'failed')::int as failed,
           coalesce(sum(passage_count), 0)::int as passages
    from documents`.execute(tx)
  return rows[0] ?? { pending: 0, indexed: 0, failed: 0, passages: 0 }
}
