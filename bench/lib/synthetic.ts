import pg from 'pg'
import { newId } from '../../server/src/platform/new-id.ts'
import type { Tenant } from '../../server/src/platform/tenant.ts'
import { toHalfvec } from '../../server/src/knowledge/vector-text.ts'

/** The same numbers every run: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Shape = {
  dimensions: number
  centres: number
  /** The length of the noise beside a centre of length 1: .6 gives two neighbours a cosine of .74. */
  spread: number
}

export type VectorSource = () => Float32Array

/**
 * Unit vectors around shared centres, as pages about the same subjects lie. Sources of one shape and
 * of different seeds have the same centres: one for the passages, one for the questions.
 */
export function createVectors(
  { dimensions, centres, spread }: Shape,
  random: () => number,
): VectorSource {
  const noise = (length: number, source: () => number) => {
    const perAxis = length / Math.sqrt(dimensions)
    return Float32Array.from({ length: dimensions }, () => perAxis * gaussian(source))
  }
  const centreRandom = createRandom(42)
  const middles = Array.from({ length: centres }, () => noise(1, centreRandom))
  return () => {
    const middle = middles[Math.floor(random() * centres)]
    return normalised(noise(spread, random).map((value, axis) => value + (middle?.[axis] ?? 0)))
  }
}

/** Close enough to a bell curve for a direction: the sum of four, scaled to a variance of 1. */
const gaussian = (random: () => number): number =>
  (random() + random() + random() + random() - 2) * Math.sqrt(3)

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const ROWS_A_STATEMENT = 1_000
const PASSAGES_A_DOCUMENT = 100

export type VectorPlace = { tenant: Tenant; spaceId: string }

/**
 * Passages and vectors as if they had been indexed. The connection is a superuser's that skips
 * foreign keys: what is measured is the search.
 */
export async function fillKnowledgeBase(
  client: pg.Client,
  { tenant, spaceId }: VectorPlace,
  nextVector: VectorSource,
  passages: number,
): Promise<void> {
  const { knowledgeBaseId } = tenant
  let documentId = newId()
  for (let start = 0; start < passages; start += ROWS_A_STATEMENT) {
    const count = Math.min(ROWS_A_STATEMENT, passages - start)
    const ids: string[] = []
    const documentIds: string[] = []
    const embeddings: string[] = []
    for (let row = 0; row < count; row += 1) {
      if (row % PASSAGES_A_DOCUMENT === 0) documentId = newId()
      ids.push(newId())
      documentIds.push(documentId)
      embeddings.push(toHalfvec(nextVector()))
    }
    await client.query(
      `with rows as (
         select * from unnest($3::uuid[], $4::uuid[], $5::text[]) with ordinality
           as r (id, document_id, embedding, number)
       ), stored as (
         insert into passages (knowledge_base_id, id, document_id, visibility, chunk_index, content,
                               terms, weights)
         select $1, id, document_id, 'public', number, 'synthetic', '{}', '{}/1000000000' from rows
       )
       insert into passage_vectors
         (knowledge_base_id, space_id, passage_id, document_id, visibility, embedding)
       select $1, $2, id, document_id, 'public', embedding::halfvec from rows`,
      [knowledgeBaseId, spaceId, ids, documentIds, embeddings],
    )
  }
}

/** Other tenants beside: the same vectors under other ids, a thousand each. */
export async function addSmallTenants(
  client: pg.Client,
  from: VectorPlace,
  tenants: number,
  passagesEach: number,
): Promise<void> {
  for (let number = 0; number < tenants; number += 1) {
    await client.query(
      `insert into passage_vectors
         (knowledge_base_id, space_id, passage_id, document_id, visibility, embedding)
       select $1, $2, gen_random_uuid(), document_id, 'public', embedding
       from passage_vectors where knowledge_base_id = $3 and space_id = $4
       order by passage_id offset $5 limit $6`,
      [
        newId(),
        newId(),
        from.tenant.knowledgeBaseId,
        from.spaceId,
        (number % 10) * passagesEach,
        passagesEach,
      ],
    )
  }
}

/** The services' superuser, with foreign keys off. */
export async function openLoader(ownerUrl: string): Promise<pg.Client> {
  const url = new URL(ownerUrl)
  url.username = 'postgres'
  url.password = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  return client
}
