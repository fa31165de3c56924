import { sql } from 'kysely'
import type { ContentType } from '@footnote/contract/admin/documents'
import type { DocumentVisibility } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import type { Queue } from '../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { indexAgain, queueIndexing } from '../knowledge/queue-indexing.ts'

/** A page as its source has it now. */
export type SourceDocument = {
  sourceId: string
  /** The page in its source. */
  key: string
  url: string
  /** null: the title in the content. */
  title: string | null
  content: string | Uint8Array
  contentType: ContentType
  contentHash: Buffer
  /** null: the date in the content. */
  publishedAt: Date | null
  /** By the rules, for a new or moved document. Others keep theirs. */
  visibility: DocumentVisibility
  /** For a new document. */
  groupId: string | null
}

/** The document that already has the URL, and its source. */
export type UrlOwner = { documentId: string; sourceId: string; key: string | null }

export type PutOutcome =
  | { kind: 'added' | 'changed' | 'moved' | 'unchanged'; documentId: string }
  /** The first source that had a URL keeps it. */
  | { kind: 'taken'; owner: UrlOwner }

/**
 * Stores a page of a source in its current document, if any. Unchanged content is not indexed again,
 * and a new URL keeps the document and everything that refers to it.
 */
export async function putSourceDocument(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documentId: string | null,
  page: SourceDocument,
): Promise<PutOutcome> {
  const existing =
    documentId === null
      ? undefined
      : await tx
          .selectFrom('documents')
          .select(['id', 'url', 'given_title', 'content_hash', 'state', 'visibility_chosen'])
          .where('id', '=', documentId)
          .forUpdate()
          .executeTakeFirst()
  if (!existing) return insertDocument(tx, queue, tenant, page)
  const isMoved = existing.url !== page.url
  const owner = isMoved ? await findUrlOwner(tx, page.url) : undefined
  if (owner) return { kind: 'taken', owner }
  // A title set by an operator stays if the source has none.
  const title = page.title ?? existing.given_title
  const isSame =
    existing.state !== 'failed' &&
    existing.content_hash?.equals(page.contentHash) === true &&
    existing.given_title === title
  await tx
    .updateTable('documents')
    .set({
      url: page.url,
      source_key: page.key,
      updated_at: sql<Date>`now()`,
      ...(isSame ? {} : { ...contentOf(page), given_title: title, ...(title ? { title } : {}) }),
    })
    .where('id', '=', existing.id)
    .execute()
  // Also when only the address is new: a page without a title is named by it.
  if (!isSame || isMoved) await indexAgain(tx, queue, tenant, existing.id)
  // Other rules may apply at the new URL.
  if (isMoved && !existing.visibility_chosen) {
    await changeDocument(tx, queue, tenant, existing.id, { visibility: page.visibility })
  }
  const changed = isSame ? 'unchanged' : 'changed'
  return { kind: isMoved ? 'moved' : changed, documentId: existing.id }
}

async function insertDocument(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  page: SourceDocument,
): Promise<PutOutcome> {
  const id = newId()
  const inserted = await tx
    .insertInto('documents')
    .values({
      knowledge_base_id: tenant.knowledgeBaseId,
      id,
      source_id: page.sourceId,
      source_key: page.key,
      group_id: page.groupId,
      url: page.url,
      given_title: page.title,
      // Until the content has been parsed.
      title: page.title ?? page.url,
      visibility: page.visibility,
      ...contentOf(page),
    })
    .onConflict((conflict) => conflict.columns(['knowledge_base_id', 'url']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const owner = await findUrlOwner(tx, page.url)
    if (!owner) throw new Error('The document that has the URL vanished')
    return { kind: 'taken', owner }
  }
  await queueIndexing(tx, queue, tenant, id)
  return { kind: 'added', documentId: id }
}

const contentOf = ({ content, contentType, contentHash, publishedAt }: SourceDocument) => ({
  content: typeof content === 'string' ? content : null,
  bytes: typeof content === 'string' ? null : Buffer.from(content),
  content_type: contentType,
  content_hash: contentHash,
  published_at: publishedAt,
})

export async function findUrlOwner(
  tx: TenantTransaction,
  url: string,
): Promise<UrlOwner | undefined> {
  const owner = await tx
    .selectFrom('documents')
    .select(['id', 'source_id', 'source_key'])
    .where('url', '=', url)
    .executeTakeFirst()
  return owner && { documentId: owner.id, sourceId: owner.source_id, key: owner.source_key }
}
