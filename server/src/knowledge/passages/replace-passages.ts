import type { Labels } from '@footnote/contract/labels'
import { sql } from 'kysely'
import type { DocumentVisibility } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { lockKeptSpaces } from '../spaces/embedding-space.ts'
import type { PageWords } from './page-words.ts'
import { addPageWords } from './page-words.ts'
import { applyTermDeltas, countTerms, noDeltas } from './term-statistics.ts'
import type { BlockSpan } from '../../text/block-span.ts'
import { mapInBatches } from './map-in-batches.ts'
import { toHalfvec, toSparsevec } from '../../text/vector-text.ts'

export type IndexedPassage = {
  index: number
  content: string
  headingPath: readonly string[]
  anchor: string | null
  blocks: readonly BlockSpan[]
  /** Term id to saturated BM25 weight. */
  weights: ReadonlyMap<number, number>
}

export type IndexedDocument = {
  knowledgeBaseId: string
  documentId: string
  /** The version that was parsed. If there is a newer one, which has its own job, nothing is written. */
  version: number
  title: string
  language: string
  /** As stated in the content; null if it is not. */
  publishedAt: Date | null
  /** As the page gives them. */
  labels: Labels
  passages: readonly IndexedPassage[]
  /** By embedding space, each in the order of the passages. */
  vectors: ReadonlyMap<string, readonly Float32Array[]>
}

/** respaced: searches now use a space that has no vectors here. Nothing was written. */
export type ReplaceOutcome = 'indexed' | 'superseded' | 'respaced'

/** Replaces all passages of a document: readers see the old ones or the new ones, never a mix. */
export async function replacePassages(
  tx: TenantTransaction,
  document: IndexedDocument,
): Promise<ReplaceOutcome> {
  const [outcome = 'superseded'] = await replaceAllPassages(tx, [document])
  return outcome
}

/**
 * The same for several documents of one knowledge base, with as many statements as for one. Returns
 * their outcomes in order; if one is respaced, all that are not superseded are.
 */
export async function replaceAllPassages(
  tx: TenantTransaction,
  documents: readonly IndexedDocument[],
): Promise<ReplaceOutcome[]> {
  const ids = documents.map(({ documentId }) => documentId)
  // Before anything is locked.
  const words = new Map<IndexedDocument['documentId'], PageWords>()
  for (const document of documents) words.set(document.documentId, await wordsOfDocument(document))
  // The locks order this against deletion and changes of visibility or content. Storing an answer
  // that cites a document does not wait for them.
  const locked = await tx
    .selectFrom('documents')
    .select(['id', 'version', 'visibility', 'passage_count'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const currentById = new Map(locked.map((current) => [current.id, current]))
  const replaced = documents.flatMap((document) => {
    const current = currentById.get(document.documentId)
    return current?.version === document.version ? [{ ...document, ...current }] : []
  })
  const isReplaced = new Set(replaced.map(({ documentId }) => documentId))
  const outcomes = (outcome: ReplaceOutcome) =>
    ids.map((id) => (isReplaced.has(id) ? outcome : 'superseded'))
  const [first] = replaced
  if (!first) return outcomes('superseded')
  // A building space without vectors here is filled by the job that builds it.
  const kept = (await lockKeptSpaces(tx)).filter(({ id }) =>
    replaced.every(({ vectors }) => vectors.has(id)),
  )
  if (!kept.some(({ state }) => state === 'active')) return outcomes('respaced')
  const earlier = replaced.filter(({ passage_count }) => passage_count > 0)
  const removed = await removePassages(
    tx,
    earlier.map(({ id }) => id),
  )
  await insertPassages(
    tx,
    replaced,
    kept.map(({ id }) => id),
  )
  await storeFacts(tx, replaced)
  const { knowledgeBaseId } = first
  const languages = new Set(replaced.map(({ language }) => language))
  for (const language of languages) await addLanguage(tx, knowledgeBaseId, language)
  const deltas = noDeltas()
  for (const { document_id, terms } of removed) {
    if (currentById.get(document_id)?.visibility !== 'restricted')
      countTerms(deltas.counts, terms, -1)
  }
  for (const { documentId, visibility, passages } of replaced) {
    if (visibility === 'restricted') continue
    for (const { weights } of passages) countTerms(deltas.counts, weights.keys(), 1)
    for (const [term, added] of words.get(documentId) ?? []) {
      deltas.words.set(term, new Set([...(deltas.words.get(term) ?? []), ...added]))
    }
  }
  await applyTermDeltas(tx, knowledgeBaseId, deltas)
  return outcomes('indexed')
}

async function wordsOfDocument(document: IndexedDocument): Promise<PageWords> {
  const words: PageWords = new Map()
  await mapInBatches(document.passages, (passage) => addPageWords(words, document, passage))
  return words
}

type ReplacedDocument = IndexedDocument & { visibility: DocumentVisibility }

async function storeFacts(
  tx: TenantTransaction,
  documents: readonly ReplacedDocument[],
): Promise<void> {
  const rows = documents.map((document) => ({
    id: document.documentId,
    title: document.title,
    language: document.language,
    published_at: publishedBy(document).published_at,
    passage_count: document.passages.length,
    page_labels: document.labels,
  }))
  await sql`
    update documents d
    set title = r.title, indexed_title = r.title, language = r.language,
        published_at = coalesce(r.published_at, d.published_at),
        state = 'indexed', state_reason = null, passage_count = r.passage_count, indexed_at = now(),
        page_labels = r.page_labels
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, title text, language text, published_at timestamptz, passage_count int, page_labels jsonb)
    where d.id = r.id`.execute(tx)
}

/**
 * A date that only the source knows stays; a date from replaced content does not. A file may contain
 * any year, but PostgreSQL and API clients do not accept every one.
 */
export function publishedBy({ publishedAt }: Pick<IndexedDocument, 'publishedAt'>): {
  published_at?: Date
} {
  const year = publishedAt?.getUTCFullYear() ?? 0
  return publishedAt !== null && year >= 1 && year <= 9999 ? { published_at: publishedAt } : {}
}

async function removePassages(
  tx: TenantTransaction,
  documentIds: readonly string[],
): Promise<{ document_id: string; terms: number[] }[]> {
  if (documentIds.length === 0) return []
  return tx
    .deleteFrom('passages')
    .where('document_id', 'in', documentIds)
    .returning(['document_id', 'terms'])
    .execute()
}

async function insertPassages(
  tx: TenantTransaction,
  documents: readonly ReplacedDocument[],
  spaceIds: readonly string[],
): Promise<void> {
  const passages = documents.flatMap((document) =>
    document.passages.map((passage, position) => ({ document, passage, position })),
  )
  const knowledgeBaseId = documents[0]?.knowledgeBaseId
  if (passages.length === 0) return
  const rows = await mapInBatches(passages, ({ document, passage, position }) =>
    JSON.stringify({
      id: newId(),
      document_id: document.documentId,
      visibility: document.visibility,
      chunk_index: passage.index,
      content: passage.content,
      heading_path: passage.headingPath,
      anchor: passage.anchor,
      blocks: passage.blocks,
      terms: [...passage.weights.keys()],
      weights: toSparsevec(passage.weights),
      embeddings: Object.fromEntries(
        spaceIds.map((spaceId) => [spaceId, halfvecAt(document.vectors.get(spaceId), position)]),
      ),
    }),
  )
  // One parameter for all rows, so that the statement is the same for any number of rows.
  await sql`
    with rows as materialized (
      select * from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as r (
        id uuid, document_id uuid, visibility text, chunk_index int, content text,
        heading_path text[], anchor text, blocks jsonb, terms int[], weights text, embeddings jsonb)
    ), stored as (
      insert into passages (knowledge_base_id, id, document_id, visibility, chunk_index, content,
                            heading_path, anchor, blocks, terms, weights)
      select ${knowledgeBaseId}, id, document_id, visibility, chunk_index, content,
             heading_path, anchor, blocks, terms, weights::sparsevec
      from rows
    )
    insert into passage_vectors (knowledge_base_id, space_id, passage_id, document_id, visibility, embedding)
    select ${knowledgeBaseId}, e.space_id::uuid, id, document_id, visibility, e.embedding::halfvec
    from rows, jsonb_each_text(rows.embeddings) as e (space_id, embedding)`.execute(tx)
}

function halfvecAt(vectors: readonly Float32Array[] | undefined, position: number): string {
  const vector = vectors?.[position]
  if (!vector) throw new Error('There are fewer vectors than passages')
  return toHalfvec(vector)
}

/** Writes only if the language is new to the knowledge base. */
async function addLanguage(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  language: string,
): Promise<void> {
  await sql`
    update knowledge_bases set languages = array_append(languages, ${language})
    where id = ${knowledgeBaseId} and not languages @> array[${language}]`.execute(tx)
}
