import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reembedding } from '../../../test/support/store/reembedding.ts'
import { createReembedding, NEW, OLD } from '../../../test/support/store/reembedding.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import { putGate } from '../evaluations/gate.ts'
import { getMetrics } from '../evaluations/metrics/get-metrics.ts'
import { addQuestions, createSet } from '../evaluations/sets/question-sets.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import { startReembedding } from '../knowledge/spaces/embedding-space-changes.ts'
import { settleReembedding } from './gated-reembedding.ts'

let store: Store
let base: Reembedding

beforeEach(async () => {
  store = await openStore()
  base = createReembedding(store)
  await base.write(1, 'first')
  await asWorker(store, async (tx) => {
    const set_id = await createSet(tx, store.tenant, 'Valves')
    const question = { question: 'Why?', expect: 'answer' as const, from_message_id: null }
    const asked = [{ ...question, expected_pages: [], must_say: [] }]
    await addQuestions(tx, store.tenant, set_id, asked)
    const thresholds = { recall: 0.9 }
    await putGate(tx, store.tenant, { set_id, thresholds, hold_syncs: false, hold_models: true })
  })
})
afterEach(() => store.close())

const modelInUse = async () => (await asWorker(store, activeSpace)).model

const countEvaluations = async () => {
  const { rows } = await asWorker(store, (tx) => sql`select from evaluations`.execute(tx))
  return rows.length
}

/** As the evaluation would end, and twice, as after a worker that was killed. */
const settle = (recall: number) =>
  asWorker(store, async (tx) => {
    const metrics = JSON.stringify({ ...getMetrics([]), recall })
    const { rows } = await sql<{ id: string; space_id: string }>`
      update evaluations set state = 'completed', metrics = ${metrics}::jsonb
      where state = 'queued' returning id, space_id`.execute(tx)
    const [ended] = rows
    if (!ended) throw new Error('Nothing was being evaluated')
    const settled = { evaluationId: ended.id, spaceId: ended.space_id }
    await settleReembedding({ tx, queue: store.queue, tenant: store.tenant }, settled)
    await settleReembedding({ tx, queue: store.queue, tenant: store.tenant }, settled)
  })

test('searches move to another model once the set has passed with its vectors', async () => {
  await base.start()
  expect(await base.run()).toBe('held')
  expect(await base.progress()).toMatchObject({ state: 'evaluating', reason: null, done: 1 })
  expect(await modelInUse()).toBe(OLD.model)
  // A second worker asks nothing again.
  expect(await base.run()).toBe('held')
  expect(await countEvaluations()).toBe(1)
  await settle(0.95)
  expect(await modelInUse()).toBe(NEW.model)
  expect(await base.progress()).toMatchObject({ state: 'finished', reason: null })
  // Readers had the other one before.
  await base.rollBack()
  expect(await modelInUse()).toBe(OLD.model)
  expect(await countEvaluations()).toBe(1)
})

test('a model that fails is held with the reason, evaluated again when asked for, or forced', async () => {
  await base.start()
  await base.run()
  await settle(0.4)
  const reason = 'With other the question set “Valves” does not pass: recall is 0.4, below 0.9.'
  expect(await base.progress()).toMatchObject({ state: 'held', reason })
  expect(await base.run()).toBe('held')
  expect([await modelInUse(), await countEvaluations()]).toEqual([OLD.model, 1])

  await base.start()
  expect(await base.progress()).toMatchObject({ state: 'building', reason: null })
  expect(await base.run()).toBe('held')
  expect(await countEvaluations()).toBe(2)
  await settle(0.4)

  await asWorker(store, (tx) =>
    startReembedding({ tx, queue: store.queue, tenant: store.tenant }, NEW, { skipGate: true }),
  )
  expect(await base.run()).toBe('swapped')
  expect([await modelInUse(), await countEvaluations()]).toEqual([NEW.model, 2])
})

test('a page that changes while the set is asked is embedded before searches move', async () => {
  await base.start()
  await base.run()
  // As if it had been written by a worker that did not know of the new space.
  await asWorker(store, (tx) =>
    sql`delete from passage_vectors v using embedding_spaces s
        where s.id = v.space_id and s.state = 'building'`.execute(tx),
  )
  await settle(0.95)
  expect(await modelInUse()).toBe(OLD.model)
  expect(await base.run()).toBe('swapped')
  expect(await countEvaluations()).toBe(1)
})
