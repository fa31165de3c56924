import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/chaos/load.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, readRows } from '../support/store/services.ts'

/** In batches of 1,000, so that a kill can fall in between. */
const ROWS = 200_000

let database: TestDatabase
let api: Service
let knowledge: Knowledge

beforeAll(async () => {
  database = await createDatabase()
  api = await startService({ databaseUrl: database.ownerUrl, command: 'api' })
  knowledge = await createKnowledge(api)
  await readRows(
    database,
    `insert into term_statistics (knowledge_base_id, term, passages)
     select '${knowledge.knowledgeBaseId}', term, 1 from generate_series(1, ${ROWS}) term`,
  )
})

afterAll(async () => {
  await api?.kill()
  await database?.drop()
})

async function rowsLeft(): Promise<number> {
  const [row] = await readRows<{ rows: number }>(
    database,
    `select count(*)::int as rows from term_statistics
     where knowledge_base_id = '${knowledge.knowledgeBaseId}'`,
  )
  return row?.rows ?? 0
}

const startWorker = () => startService({ databaseUrl: database.ownerUrl, command: 'worker' })

test('the next worker finishes a deletion whose worker was killed halfway', async () => {
  await api.admin.knowledgeBases.remove(knowledge.knowledgeBaseId)
  const state = async () => (await api.admin.knowledgeBases.get(knowledge.knowledgeBaseId)).state
  expect(await state()).toBe('deleting')
  expect(await rowsLeft()).toBe(ROWS)
  const first = await startWorker()
  await until('the first rows go', async () => (await rowsLeft()) < ROWS, 60_000)
  await first.kill()
  const left = await rowsLeft()
  console.log(`deletion-kills: the worker was killed with ${left} of ${ROWS} rows left`)
  expect(left).toBeGreaterThan(0)
  expect(await state()).toBe('deleting')
  await using _second = await startWorker()
  const isGone = async () => (await state().catch(() => 'gone')) === 'gone'
  await until('the rest goes', isGone, 90_000)
  expect(await rowsLeft()).toBe(0)
})
