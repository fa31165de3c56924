import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import { buildCopy } from '../knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../knowledge/spaces/embedding-space-index.ts'
import { createGroup } from '../knowledge/groups.ts'
import { candidatesStatement, findCandidates } from './candidates.ts'
import type { SearchSpace } from './vector-search.ts'

const PASSAGES_A_PAGE = 30

let store: Store
let space: SearchSpace
let groupId: string
let inGroup: string

beforeAll(async () => {
  store = await openStore()
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Guides'),
  )
  groupId = group.id
  const texts = Array.from({ length: PASSAGES_A_PAGE }, (_, number) => `passage ${number}`)
  for (let number = 0; number < 10; number += 1) {
    const input = page(`https://a.test/${number}`, number === 9 ? { group_id: groupId } : {})
    const document = await indexPage(store, input, texts)
    inGroup = document.id
    if (number < 3) {
      await asWorker(store, (tx) =>
        changeDocument(tx, store.queue, store.tenant, document.id, { visibility: 'restricted' }),
      )
    }
  }
  const indexes = createSpaceIndexes(store.ownerUrl)
  const active = await asWorker(store, activeSpace)
  const { signal } = new AbortController()
  await buildCopy({ db: store.worker.db, indexes }, store.tenant, active, signal)
  space = await asWorker(store, activeSpace)
})
afterAll(() => store.close())

const query = (indexed: boolean, groupIds: string[] | null = null) => ({
  queries: [],
  space: { ...space, indexed },
  vector: '[1,0.2,0.1]',
  similarityBaseline: 0,
  groupIds,
})

/** The plan, when the planner has no reason but the statement itself to leave the index. */
const planOf = (indexed: boolean) =>
  asReader(store, async (tx) => {
    await sql`select set_config(name, 'off', true)
              from unnest(array['enable_seqscan', 'enable_sort', 'enable_bitmapscan']) as name`.execute(
      tx,
    )
    const statement = candidatesStatement(query(indexed))
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

test('the statement of an indexed space can use its index, the exact one does not', async () => {
  expect(await planOf(true)).toContain('indexed_vectors_hnsw_')
  expect(await planOf(false)).not.toContain('indexed_vectors_hnsw_')
})

test('both forms find the nearest readable passages', async () => {
  const [exact, indexed] = await Promise.all(
    [false, true].map((form) => asReader(store, (tx) => findCandidates(tx, query(form)))),
  )
  expect(indexed).toHaveLength(100)
  const nearest = (found: typeof exact) => found?.map(({ vectorScore }) => vectorScore).toSorted()
  expect(nearest(indexed)).toEqual(nearest(exact))
})

test('an exact search follows where the index yields too few of a group', async () => {
  const found = await asReader(store, (tx) => findCandidates(tx, query(true, [groupId])))
  expect(found).toHaveLength(PASSAGES_A_PAGE)
  const documents = await asReader(store, async (tx) => {
    const { rows } = await sql<{ document_id: string }>`
      select distinct document_id from readable_passages
      where id = any(${found.map(({ passageId }) => passageId)}::uuid[])`.execute(tx)
    return rows
  })
  expect(documents).toEqual([{ document_id: inGroup }])
})
