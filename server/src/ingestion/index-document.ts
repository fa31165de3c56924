import type { DocumentParser } from '../parsing/child/document-parser.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import { ModelError } from '../models/model-error.ts'
import { isDatabaseUnavailable } from '../platform/database/database-errors.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { IndexDocumentJob, Queue } from '../platform/queue.ts'
import type { ReadDocument, StoredDocument } from './read-document.ts'
import { readAny, readDocument, readSmall } from './read-document.ts'
import { storeDocuments } from './store-documents.ts'

export type IndexingDeps = {
  db: Db
  queue: Queue
  embedders: Embedders
  parser: Pick<DocumentParser, 'parse'>
  metrics: Metrics
}

/**
 * Documents are stored once they have so many passages together. More would gain little, and a local
 * model takes seconds for these, during which none of them can be found.
 */
const PASSAGES_TOGETHER = 100

/** Parses, splits, embeds and stores one document. Safe to run twice, even concurrently. */
export async function indexDocument(
  deps: IndexingDeps,
  { documentId, ...tenant }: IndexDocumentJob,
  signal: AbortSignal,
): Promise<void> {
  const { errors } = await indexDocuments(deps, tenant, [documentId], { signal })
  if (errors.has(documentId)) throw errors.get(documentId)
}

export type IndexedTogether = {
  /** Why documents could not be indexed, by their ids. They keep no other from being indexed. */
  errors: ReadonlyMap<string, unknown>
  /** Those that were not begun because it was late. */
  left: readonly string[]
}

export type IndexingOptions = {
  signal: AbortSignal
  isLate?: () => boolean
}

/** Several documents of one knowledge base, in few transactions. At least the first is begun. */
export async function indexDocuments(
  deps: IndexingDeps,
  tenant: Tenant,
  documentIds: readonly string[],
  { signal, isLate = () => false }: IndexingOptions,
): Promise<IndexedTogether> {
  const errors = new Map<string, unknown>()
  const begun = new Set<string>()
  let waiting: ReadDocument[] = []
  const storeWaiting = async () => {
    const documents = waiting
    waiting = []
    for (const [id, error] of await storeOrIsolate(deps, tenant, documents, signal)) {
      errors.set(id, error)
    }
  }
  for await (const document of storedDocuments(deps.db, tenant, documentIds)) {
    if (begun.size > 0 && isLate()) break
    begun.add(document.id)
    const read = await readDocument(deps, tenant, document).catch((error: unknown) => {
      errors.set(document.id, error)
    })
    if (read === 'kept') deps.metrics.indexedDocuments.inc({ outcome: 'unchanged' })
    else if (read) waiting.push(read)
    if (countPassages(waiting) >= PASSAGES_TOGETHER) await storeWaiting()
  }
  await storeWaiting()
  return { errors, left: isLate() ? documentIds.filter((id) => !begun.has(id)) : [] }
}

const countPassages = (documents: readonly ReadDocument[]): number =>
  documents.reduce((sum, { passages }) => sum + passages.length, 0)

/** Those that are still there. Large ones come last, one in memory at a time. */
async function* storedDocuments(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
): AsyncGenerator<StoredDocument> {
  const small = ids.length > 1 ? await readSmall(db, tenant, ids) : []
  yield* small
  const seen = new Set(small.map(({ id }) => id))
  for (const id of ids.filter((each) => !seen.has(each))) {
    const document = await readAny(db, tenant, id)
    if (document) yield document
  }
}

/** If they cannot be stored together, each is tried alone. Returns the errors of those that fail. */
async function storeOrIsolate(
  deps: IndexingDeps,
  tenant: Tenant,
  documents: readonly ReadDocument[],
  signal: AbortSignal,
): Promise<Map<string, unknown>> {
  if (documents.length === 0) return new Map()
  try {
    await storeDocuments(deps, tenant, documents, signal)
    return new Map()
  } catch (error) {
    if (documents.length === 1 || signal.aborted || isNoDocumentsFault(error)) {
      return new Map(documents.map(({ documentId }) => [documentId, error]))
    }
  }
  const errors = new Map<string, unknown>()
  for (const document of documents) {
    for (const [id, error] of await storeOrIsolate(deps, tenant, [document], signal)) {
      errors.set(id, error)
    }
  }
  return errors
}

/** Alone they would fail too, and each would wait for it. */
const isNoDocumentsFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error instanceof ModelError && error.retryable)

/** Marks a document whose indexing failed. What was indexed of it before stays findable. */
export async function markFailed(db: Db, job: IndexDocumentJob, reason: string): Promise<void> {
  await withTenant(db, job, (tx) =>
    tx
      .updateTable('documents')
      .set({ state: 'failed', state_reason: reason })
      .where('id', '=', job.documentId)
      .where('state', '=', 'pending')
      .execute(),
  )
}
