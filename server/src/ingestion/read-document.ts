import { sql } from 'kysely'
import type { IndexedDocument, IndexedPassage } from '../knowledge/passages/replace-passages.ts'
import { keepPassages } from '../knowledge/passages/keep-passages.ts'
import { mapInBatches } from '../knowledge/passages/map-in-batches.ts'
import { queueIfNewer } from '../knowledge/queue-indexing.ts'
import type { DocumentParser } from '../parsing/child/document-parser.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Queue } from '../platform/queue.ts'
import { decodeEscapes } from '../platform/readable-path.ts'
import { traced } from '../platform/tracing/span.ts'
import { detectLanguage } from '../text/language.ts'
import { searchableText, computeWeights } from './searchable-text.ts'

type ReadingDeps = { db: Db; queue: Queue; parser: Pick<DocumentParser, 'parse'> }

/** A document as it is stored before it is parsed. */
export type StoredDocument = Awaited<ReturnType<typeof readStored>>[number]

/** All that is stored of a document but its vectors, and the texts they are made of. */
export type ReadDocument = Omit<IndexedDocument, 'vectors'> & { texts: readonly string[] }

/** Documents of which PostgreSQL stores more than this are read one at a time. */
const MAX_TOGETHER_BYTES = 256 * 1024

/** Those that are small enough to be in memory together. */
export const readSmall = (db: Db, tenant: Tenant, ids: readonly string[]) =>
  readStored(db, tenant, ids, MAX_TOGETHER_BYTES)

/** Undefined if it was deleted. */
export async function readAny(
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<StoredDocument | undefined> {
  const [document] = await readStored(db, tenant, [id], null)
  return document
}

const readStored = (db: Db, tenant: Tenant, ids: readonly string[], maxBytes: number | null) =>
  withTenant(db, tenant, (tx) =>
    tx
      .selectFrom('documents')
      .select([
        'id',
        'version',
        'url',
        'given_title',
        'indexed_title',
        'content',
        'bytes',
        'content_type',
      ])
      .where('id', 'in', ids)
      .$if(maxBytes !== null, (query) =>
        query.where(
          sql<boolean>`coalesce(pg_column_size(content), pg_column_size(bytes)) <= ${maxBytes}`,
        ),
      )
      .execute(),
  )

/** Undefined if it has changed meanwhile. `kept`: its passages are those that are stored. */
export async function readDocument(
  deps: ReadingDeps,
  tenant: Tenant,
  document: StoredDocument,
): Promise<ReadDocument | 'kept' | undefined> {
  const { id: documentId, version } = document
  const input = {
    content: document.content ?? document.bytes ?? '',
    contentType: document.content_type,
    givenTitle: document.given_title,
  }
  const parsed = await traced('parse', () => deps.parser.parse(input), {
    'footnote.document_id': documentId,
  }).catch((error: unknown) => refuseUnlessNewer(deps, tenant, document, error))
  if (!parsed) return undefined
  const { knowledgeBaseId } = tenant
  const { passages } = parsed
  const title = parsed.title ?? lastSegment(document.url)
  const text = [title, ...passages.map(({ content }) => content)].join('\n')
  const language = detectLanguage(text, parsed.language)
  const publishedAt = parsed.publishedAt ?? null
  const { labels = {} } = parsed
  const read = { knowledgeBaseId, documentId, version, title, language, publishedAt, labels }
  // A document that was never indexed has no passages to compare with.
  const isKept =
    document.indexed_title === title &&
    (await withTenant(deps.db, tenant, (tx) => keepPassages(tx, { ...read, passages })))
  if (isKept) return 'kept'
  return {
    ...read,
    passages: await mapInBatches(passages, (passage): IndexedPassage => ({
      ...passage,
      weights: computeWeights(knowledgeBaseId, title, passage, language),
    })),
    texts: passages.map((passage) => searchableText(title, passage)),
  }
}

/** An error in a version that has been replaced is not an error of the document. */
async function refuseUnlessNewer(
  { db, queue }: ReadingDeps,
  tenant: Tenant,
  { id, version }: StoredDocument,
  error: unknown,
): Promise<undefined> {
  const isNewer = await withTenant(db, tenant, (tx) =>
    queueIfNewer({ tx, queue, tenant }, id, version),
  )
  if (!isNewer) throw error
}

export function lastSegment(url: string): string {
  const { pathname, hostname } = new URL(url)
  const segment = pathname.split('/').findLast((part) => part !== '')
  return segment === undefined ? hostname : decodeEscapes(segment)
}
