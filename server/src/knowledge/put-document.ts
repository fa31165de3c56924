import type { Selectable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import type { Queue } from '../platform/queue.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import type { Document } from './documents.ts'
import { changeDocument, DOCUMENT_COLUMNS, findDocument } from './documents.ts'
import { indexAgain, queueIndexing } from './queue-indexing.ts'

type DocumentRow = Selectable<Database['documents']>

export type DocumentInput = Pick<DocumentRow, 'url' | 'content_type'> & {
  title: string | null
  content: string
  /** null: unchanged, so that a put does not publish what an operator restricted. */
  visibility: DocumentRow['visibility'] | null
  /** null: no group. Absent: unchanged. */
  group_id?: DocumentRow['group_id']
}

/**
 * Stores a pushed page under its URL. Only a changed title or content is indexed again. Refuses the
 * URL of another source's page, because the next sync would undo the change.
 */
export async function putDocument(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  input: DocumentInput,
): Promise<{ document: Document; created: boolean }> {
  const source = await tx
    .selectFrom('sources')
    .select('id')
    .where('type', '=', 'api')
    .executeTakeFirstOrThrow()
  const created = await insertDocument(tx, queue, tenant, source.id, input)
  if (created) return { document: created, created: true }
  const existing = await tx
    .selectFrom('documents')
    .select(['id', 'source_id', 'content', 'content_type', 'given_title', 'state'])
    .where('url', '=', input.url)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (existing.source_id !== source.id) throw new Refusal('CONFLICT')
  const { title, content, content_type, visibility, ...change } = input
  const chosen = visibility === null ? {} : { visibility, visibility_chosen: true }
  await changeDocument(tx, queue, tenant, existing.id, { ...change, ...chosen })
  // Operators retry a failed document by putting it again.
  const same =
    existing.state !== 'failed' &&
    existing.content === content &&
    existing.content_type === content_type &&
    existing.given_title === title
  if (!same) {
    await tx
      .updateTable('documents')
      .set({
        content,
        content_type,
        given_title: title,
        ...(title === null ? {} : { title }),
        // Until the content has been read.
        published_at: null,
      })
      .where('id', '=', existing.id)
      .execute()
    await indexAgain(tx, queue, tenant, existing.id)
  }
  const document = await findDocument(tx, existing.id)
  if (!document) throw new Error('A locked document vanished')
  return { document, created: false }
}

/** Undefined if the URL is taken: two requests may put the same page at once. */
async function insertDocument(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  sourceId: string,
  { title, visibility, ...input }: DocumentInput,
): Promise<Document | undefined> {
  const document = await tx
    .insertInto('documents')
    .values({
      knowledge_base_id: tenant.knowledgeBaseId,
      id: newId(),
      source_id: sourceId,
      given_title: title,
      // Until the content has been read.
      title: title ?? input.url,
      visibility: visibility ?? 'public',
      visibility_chosen: visibility !== null,
      ...input,
    })
    .onConflict((conflict) => conflict.columns(['knowledge_base_id', 'url']).doNothing())
    .returning(DOCUMENT_COLUMNS)
    .executeTakeFirst()
  if (document) await queueIndexing(tx, queue, tenant, document.id)
  return document
}
