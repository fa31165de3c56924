import { sql } from 'kysely'
import type { DocumentVisibility } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { lockKeptSpaces } from '../spaces/embedding-space.ts'
import type { TermDeltas } from './term-statistics.ts'
import { applyTermDeltas, countTerms } from './term-statistics.ts'
import type { BlockSpan } from '../../text/block-span.ts'
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
  const { knowledgeBaseId, documentId } = document
  // The lock orders this against deletion and changes of visibility or content. Storing an answer
  // that cites the document does not wait for it.
  const current = await tx
    .selectFrom('documents')
    .select(['version', 'visibility', 'passage_count'])
    .where('id', '=', documentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (current?.version !== document.version) return 'superseded'
  // A building space without vectors here is filled by the job that builds it.
  const kept = (await lockKeptSpaces(tx)).filter(({ id }) => document.vectors.has(id))
  if (!kept.some(({ state }) => state === 'active')) return 'respaced'
  const deltas: TermDeltas = new Map()
  const removed = current.passage_count === 0 ? [] : await removePassages(tx, documentId)
  await insertPassages(
    tx,
    document,
    kept.map(({ id }) => id),
    current.visibility,
  )
  await tx
    .updateTable('documents')
    .set({
      title: document.title,
      indexed_title: document.title,
      language: document.language,
      ...publishedBy(document),
      state: 'indexed',
      state_reason: null,
      passage_count: document.passages.length,
      indexed_at: sql<Date>`now()`,
    })
    .where('id', '=', documentId)
    .execute()
  await addLanguage(tx, knowledgeBaseId, document.language)
  if (current.visibility !== 'restricted') {
    for (const { terms } of removed) countTerms(deltas, terms, -1)
    for (const { weights } of document.passages) countTerms(deltas, weights.keys(), 1)
    await applyTermDeltas(tx, knowledgeBaseId, deltas)
  }
  return 'indexed'
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

const removePassages = (
  tx: TenantTransaction,
  documentId: string,
): Promise<{ terms: number[] }[]> =>
  tx.deleteFrom('passages').where('document_id', '=', documentId).returning('terms').execute()

async function insertPassages(
  tx: TenantTransaction,
  { knowledgeBaseId, documentId, passages, vectors }: IndexedDocument,
  spaceIds: readonly string[],
  visibility: DocumentVisibility,
): Promise<void> {
  if (passages.length === 0) return
  const rows = passages.map((passage, position) => ({
    id: newId(),
    chunk_index: passage.index,
    content: passage.content,
    heading_path: passage.headingPath,
    anchor: passage.anchor,
    blocks: passage.blocks,
    terms: [...passage.weights.keys()],
    weights: toSparsevec(passage.weights),
    embeddings: Object.fromEntries(
      spaceIds.map((spaceId) => [spaceId, halfvecAt(vectors.get(spaceId), position)]),
    ),
  }))
  // One parameter for all rows, so that the statement is the same for any number of rows.
  await sql`
    with rows as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        id uuid, chunk_index int, content text, heading_path text[], anchor text,
        blocks jsonb, terms int[], weights text, embeddings jsonb)
    ), stored as (
      insert into passages (knowledge_base_id, id, document_id, visibility, chunk_index, content,
                            heading_path, anchor, blocks, terms, weights)
      select ${knowledgeBaseId}, id, ${documentId}, ${visibility}, chunk_index, content,
             heading_path, anchor, blocks, terms, weights::sparsevec
      from rows
    )
    insert into passage_vectors (knowledge_base_id, space_id, passage_id, document_id, visibility, embedding)
    select ${knowledgeBaseId}, e.space_id::uuid, id, ${documentId}, ${visibility}, e.embedding::halfvec
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

/** Statistics count readable passages only, so that scores reveal nothing of restricted documents. */
export async function countDocumentTerms(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  documentId: string,
  sign: 1 | -1,
): Promise<void> {
  const deltas: TermDeltas = new Map()
  await addDocumentTerms(tx, deltas, [documentId], sign)
  await applyTermDeltas(tx, knowledgeBaseId, deltas)
}

/** Writes nothing: the deltas of many documents are applied once. */
export async function addDocumentTerms(
  tx: TenantTransaction,
  deltas: TermDeltas,
  documentIds: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  if (documentIds.length === 0) return
  const passages = await tx
    .selectFrom('passages')
    .select('terms')
    .where('document_id', 'in', documentIds)
    .execute()
  for (const { terms } of passages) countTerms(deltas, terms, sign)
}
