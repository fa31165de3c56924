import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import {
  readDocuments,
  readSync,
  textAbout,
  useSyncing,
} from '../../../../test/support/store/syncing.ts'
import { addWebhook, readDeliveries } from '../../../../test/support/webhooks/delivering.ts'
import { putGate } from '../../evaluations/gate.ts'
import { getMetrics } from '../../evaluations/metrics/get-metrics.ts'
import { addQuestions, createSet } from '../../evaluations/sets/question-sets.ts'
import { SourceError } from '../../connectors/connector.ts'
import { documentsToDelete, settleHeldSync } from './gated-syncs.ts'

let store: Store
let syncing: Syncing
let script: ScriptedSource
let sourceId: string

useSyncing((scene) => ({ store, syncing } = scene))

const KEYS = ['/a', '/b', '/c', '/d', '/e', '/f']
const ANY_ANSWER = {
  expect: 'answer' as const,
  expected_pages: [],
  must_say: [],
  from_message_id: null,
}

beforeEach(async () => {
  script = createScriptedSource(
    Object.fromEntries(KEYS.map((key) => [key, { content: textAbout(`valve ${key}`) }])),
  )
  sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
})

const setGate = (...questions: string[]) =>
  asWorker(store, async (tx) => {
    const set_id = await createSet(tx, store.tenant, 'Valves')
    const asked = questions.map((question) => ({ ...ANY_ANSWER, question }))
    await addQuestions(tx, store.tenant, set_id, asked)
    await putGate(tx, store.tenant, {
      set_id,
      thresholds: { recall: 0.9 },
      hold_syncs: true,
      hold_models: false,
    })
  })

async function syncWithout(...keys: string[]) {
  for (const key of keys) script.pages.delete(key)
  return syncing.sync(sourceId)
}

/** As the evaluation would end, and twice, as after a worker that was killed. */
const settle = (syncId: string, recall: number) =>
  asWorker(store, async (tx) => {
    const metrics = JSON.stringify({ ...getMetrics([]), recall })
    const { rows } = await sql<{ id: string }>`
      update evaluations set state = 'completed', metrics = ${metrics}::jsonb
      where sync_id = ${syncId} returning id`.execute(tx)
    const settled = { evaluationId: rows[0]?.id ?? '', syncId }
    expect(rows).toHaveLength(1)
    await settleHeldSync({ tx, queue: store.queue, tenant: store.tenant }, settled)
    await settleHeldSync({ tx, queue: store.queue, tenant: store.tenant }, settled)
  })

const keysLeft = async () => (await readDocuments(store)).map(({ source_key }) => source_key)

test('a page is deleted once the set passes without it', async () => {
  await setGate('Why?')
  const held = await syncWithout('/b')
  expect(held).toMatchObject({ state: 'held', reason: expect.stringContaining('1 of 6 pages') })
  const hidden = await asWorker(store, (tx) => documentsToDelete(tx, held.id))
  const gone = (await readDocuments(store)).find(({ source_key }) => source_key === '/b')
  expect([...hidden]).toEqual([gone?.id])
  await settle(held.id, 0.9)
  expect((await readSync(store, held.id)).state).toBe('queued')
  expect(await syncing.run(held.id)).toBe('ended')
  expect((await readSync(store, held.id)).state).toBe('completed')
  expect(await keysLeft()).toEqual(KEYS.filter((key) => key !== '/b'))
})

test('a page without which the set does not pass stays, with the reason', async () => {
  await setGate('Why?')
  const held = await syncWithout('/b')
  await settle(held.id, 0.4)
  expect(await readSync(store, held.id)).toMatchObject({
    state: 'held',
    reason: 'Without them the question set “Valves” does not pass: recall is 0.4, below 0.9.',
  })
  expect(await keysLeft()).toEqual(KEYS)
})

test('more than a third still awaits an operator, who is told what the set says', async () => {
  await setGate('Why?')
  const held = await syncWithout('/a', '/b', '/c')
  await settle(held.id, 1)
  const { state, reason } = await readSync(store, held.id)
  expect(state).toBe('held')
  expect(reason).toMatch(/^3 of 6 pages .* gone\. The question set “Valves” passes without them\.$/)
})

test('a set without a question holds nothing', async () => {
  await setGate()
  expect((await syncWithout('/b')).state).toBe('completed')
})

test('webhooks are told of a sync once somebody has to confirm it, and of one that failed', async () => {
  const url = 'https://hooks.example.com/'
  const { id: webhookId } = await addWebhook(store, store.tenant, url, ['sync.held', 'sync.failed'])
  const told = async () =>
    (await readDeliveries(store, { ...store.tenant, webhookId })).map(({ type }) => type)
  await setGate('Which valve?')
  const { id } = await syncWithout('/a')
  // Only the evaluation is awaited.
  expect(await told()).toEqual([])
  await settle(id, 0.5)
  expect(await told()).toEqual(['sync.held'])
  const passes = await syncWithout('/b')
  await settle(passes.id, 1)
  await syncing.run(passes.id)
  expect(await told()).toEqual(['sync.held'])
  const many = await syncWithout('/c', '/d', '/e')
  await settle(many.id, 1)
  expect(await told()).toEqual(['sync.held', 'sync.held'])
  script.failListing(new SourceError('The sitemap answered 503.'))
  await syncing.sync(sourceId)
  expect(await told()).toEqual(['sync.failed', 'sync.held', 'sync.held'])
})
