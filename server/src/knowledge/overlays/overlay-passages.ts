import { sql } from 'kysely'
import { newId } from '../../platform/new-id.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { toHalfvec, toSparsevec } from '../../text/vector-text.ts'
import { mapInBatches } from '../passages/map-in-batches.ts'
import type { IndexedPassage } from '../passages/replace-passages.ts'
import { countTerms } from '../passages/term-statistics.ts'
import type { TermCounts } from '../passages/term-statistics.ts'

export type OverlayText = {
  pageId: string
  title: string
  language: string
  spaceId: string
  passages: readonly IndexedPassage[]
  /** In the order of the passages. */
  vectors: readonly Float32Array[]
}

/** Stores the passages of a page, and marks it as indexed. */
export async function storeOverlayPassages(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  diffId: string,
  { pageId, title, language, spaceId, passages, vectors }: OverlayText,
): Promise<void> {
  const rows = await mapInBatches(
    passages.map((passage, position) => ({ passage, vector: vectors[position] })),
    ({ passage, vector }) => {
      if (!vector) throw new Error('There are fewer vectors than passages')
      return JSON.stringify({
        id: newId(),
        chunk_index: passage.index,
        content: passage.content,
        heading_path: passage.headingPath,
        anchor: passage.anchor,
        blocks: passage.blocks,
        terms: [...passage.weights.keys()],
        weights: toSparsevec(passage.weights),
        embedding: toHalfvec(vector),
      })
    },
  )
  await sql`
    insert into overlay_passages (knowledge_base_id, diff_id, id, document_id, chunk_index, content,
                                  heading_path, anchor, blocks, terms, weights, space_id, embedding)
    select ${knowledgeBaseId}, ${diffId}, id, ${pageId}, chunk_index, content, heading_path, anchor,
           blocks, terms, weights::sparsevec, ${spaceId}, embedding::halfvec
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as r (
      id uuid, chunk_index int, content text, heading_path text[], anchor text, blocks jsonb,
      terms int[], weights text, embedding text)`.execute(tx)
  await sql`
    update overlay_pages set indexed = true, title = ${title}, language = ${language}
    where diff_id = ${diffId}::uuid and id = ${pageId}::uuid`.execute(tx)
}

/** Counts what the overlay adds to the terms of readable passages, and takes from them. */
export async function storeOverlayTerms(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  diffId: string,
): Promise<void> {
  const deltas: TermCounts = new Map()
  const { rows } = await sql<{ terms: number[]; sign: 1 | -1 }>`
    select p.terms, 1 as sign from overlay_passages p where p.diff_id = ${diffId}::uuid
    union all
    select p.terms, -1 from passages p
    join overlay_pages o on o.knowledge_base_id = p.knowledge_base_id and o.id = p.document_id
    where o.diff_id = ${diffId}::uuid and p.visibility <> 'restricted'`.execute(tx)
  for (const { terms, sign } of rows) countTerms(deltas, terms, sign)
  const changed = [...deltas].filter(([, delta]) => delta !== 0)
  await sql`delete from overlay_terms where diff_id = ${diffId}::uuid`.execute(tx)
  await sql`
    insert into overlay_terms (knowledge_base_id, diff_id, term, passages)
    select ${knowledgeBaseId}, ${diffId}, t.term, t.delta
    from unnest(${changed.map(([term]) => term)}::int[], ${changed.map(([, delta]) => delta)}::int[])
      as t (term, delta)`.execute(tx)
}
