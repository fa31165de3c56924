import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/tenant.ts'
import { calibrate } from '../models/unrelated-cosine.ts'
import type { Reading } from './text-search.ts'
import { textLeg, textQuery } from './text-search.ts'
import type { SearchSpace } from './vector-search.ts'
import { prepareIndexScan, vectorLeg } from './vector-search.ts'

/** How many passages each search hands to the fusion: the largest page a reader may ask for. */
const LEG_SIZE = 100

export type CandidateQuery = {
  readings: readonly Reading[]
  space: SearchSpace
  /** pgvector's text form. */
  vector: string
  /** Of the space's model. */
  unrelatedCosine: number
  /** null: every group. */
  groupIds: readonly string[] | null
}

export type Candidate = {
  passageId: string
  documentId: string
  /** Both scores are exact for every candidate, whichever search found it. */
  vectorScore: number
  textScore: number
  vectorRank: number | null
  textRank: number | null
}

type CandidateRow = {
  id: string
  document_id: string
  similarity: number
  text_score: number
  vector_rank: number | null
  text_rank: number | null
}

/** Both searches in one statement, so that they see one state of the knowledge base. */
export function candidatesStatement(query: CandidateQuery): RawBuilder<CandidateRow> {
  const inGroups =
    query.groupIds === null
      ? sql``
      : sql`and document_id in (
          select id from readable_documents where group_id = any(${query.groupIds}::uuid[]))`
  return sql<CandidateRow>`
    with ${textQuery(query.readings)},
    text_leg as materialized (${textLeg(LEG_SIZE, inGroups)}),
    vector_leg as materialized (${vectorLeg(query.space, query.vector, LEG_SIZE, inGroups)}),
    found as (
      select id, v.rank::int as vector_rank, t.rank::int as text_rank
      from vector_leg v full join text_leg t using (id)
    )
    select f.id, p.document_id, f.vector_rank, f.text_rank,
           1 - (v.embedding <=> ${query.vector}::halfvec) as similarity,
           coalesce(-(p.weights <#> query.weights) / coalesce(r.best, query.best), 0) as text_score
    from found f
    -- offset 0 keeps these look-ups by key: joined, the planner read every passage and every vector
    -- of a knowledge base that is most of its table, 43 of 69 ms at 15,000 passages.
    cross join lateral (
      select document_id, weights from readable_passages where id = f.id offset 0
    ) p
    cross join lateral (
      select embedding from readable_vectors
      where space_id = ${query.space.id} and passage_id = f.id offset 0
    ) v
    join readable_documents d on d.id = p.document_id
    left join readings r on r.language = d.language
    cross join query`
}

export async function findCandidates(
  tx: TenantTransaction,
  query: CandidateQuery,
): Promise<Candidate[]> {
  const rows = await findRows(tx, query)
  return rows.map((row) => ({
    passageId: row.id,
    documentId: row.document_id,
    vectorScore: calibrate(row.similarity, query.unrelatedCosine),
    textScore: clampToUnit(row.text_score),
    vectorRank: row.vector_rank,
    textRank: row.text_rank,
  }))
}

async function findRows(tx: TenantTransaction, query: CandidateQuery): Promise<CandidateRow[]> {
  if (query.space.indexed) {
    await prepareIndexScan(tx, query.groupIds !== null)
    const { rows } = await candidatesStatement(query).execute(tx)
    // An index scan gives up after 20,000 passages. Where so many are restricted or in other groups
    // that it found too few, an exact search of what is left is quick.
    if (rows.filter((row) => row.vector_rank !== null).length >= LEG_SIZE) return rows
  }
  const space = { ...query.space, indexed: false }
  return (await candidatesStatement({ ...query, space }).execute(tx)).rows
}

const clampToUnit = (score: number): number => Math.min(1, Math.max(0, score))
