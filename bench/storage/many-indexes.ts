import pg from 'pg'
import { percentile } from '../../server/src/evaluations/metrics/ranking-metrics.ts'
import { newId } from '../../server/src/platform/new-id.ts'
import { superuserUrl } from '../lib/database.ts'
import { rounded } from '../lib/figures.ts'

const DIMENSIONS = 384
const REPEATS = 25

export type ManyIndexes = { indexes: number; planMs: number; insertMs: number }

/**
 * What the vector indexes of other knowledge bases cost one that has its own: the planner looks at each,
 * and a new vector is compared with the condition of each.
 */
export async function measureManyIndexes(
  ownerUrl: string,
  knowledgeBaseId: string,
  counts: readonly number[],
): Promise<ManyIndexes[]> {
  const measured: ManyIndexes[] = []
  let made = 0
  for (const indexes of counts) {
    const client = new pg.Client({ connectionString: superuserUrl(ownerUrl) })
    await client.connect()
    try {
      for (; made < indexes; made += 1) await createEmptyIndex(client)
      measured.push({ indexes, ...(await timeOne(client, knowledgeBaseId)) })
    } finally {
      await client.end()
    }
  }
  return measured
}

/** As the worker makes it, for a space without passages. */
async function createEmptyIndex(client: pg.Client): Promise<void> {
  const spaceId = newId()
  await client.query(
    `create index passage_vectors_hnsw_${spaceId.replaceAll('-', '')} on passage_vectors
     using hnsw ((embedding::halfvec(${DIMENSIONS})) halfvec_cosine_ops)
     where space_id = '${spaceId}' and visibility <> 'restricted'`,
  )
}

async function timeOne(client: pg.Client, knowledgeBaseId: string) {
  const vector = `[${Array.from({ length: DIMENSIONS }, (_, axis) => (axis % 7) / 7).join(',')}]`
  const nearest = `explain (summary, format json) select passage_id from passage_vectors
    where knowledge_base_id = '${knowledgeBaseId}' and space_id = '${newId()}' and visibility <> 'restricted'
    order by embedding::halfvec(${DIMENSIONS}) <=> '${vector}'::halfvec(${DIMENSIONS}) limit 100`
  const insert = `insert into passage_vectors
    select knowledge_base_id, space_id, gen_random_uuid(), document_id, visibility, embedding
    from passage_vectors where knowledge_base_id = '${knowledgeBaseId}' limit 12`
  const [planMs, insertMs]: [number[], number[]] = [[], []]
  // Vectors without a passage are taken back.
  await client.query('begin; set local session_replication_role = replica')
  for (let count = 0; count < REPEATS; count += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': { 'Planning Time': number }[] }>(nearest)
    planMs.push(rows[0]?.['QUERY PLAN'][0]?.['Planning Time'] ?? Number.NaN)
    const startMs = performance.now()
    await client.query(insert)
    insertMs.push(performance.now() - startMs)
  }
  await client.query('rollback')
  return {
    planMs: rounded(percentile(planMs, 0.5)),
    insertMs: rounded(percentile(insertMs, 0.5) / 12),
  }
}
