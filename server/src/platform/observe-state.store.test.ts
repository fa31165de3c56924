import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import { createMetrics } from './metrics.ts'
import { createStateObserver } from './observe-state.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())
beforeEach(() => readRows(store, 'delete from pgboss.job'))

const addJob = (state: string, startAfter: string) =>
  readRows(
    store,
    `insert into pgboss.job (name, data, state, start_after)
     values ('index-document-failed', '{}', '${state}', now() + interval '${startAfter}')`,
  )

/** The samples of a metric, by the values of their labels. */
async function readSamples(
  metrics: ReturnType<typeof createMetrics>,
  name: string,
): Promise<Record<string, number>> {
  const metric = await metrics.registry.getSingleMetric(name)?.get()
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  )
}

test('jobs are counted by state, and the age is that of the oldest that could run', async () => {
  await addJob('created', '-90 seconds')
  await addJob('retry', '-10 seconds')
  await addJob('created', '1 hour')
  await addJob('active', '-300 seconds')
  await addJob('failed', '-300 seconds')
  await addJob('completed', '-300 seconds')
  const metrics = createMetrics()
  const observe = createStateObserver(metrics, store)
  await observe()
  expect(await readSamples(metrics, 'footnote_jobs')).toEqual({ waiting: 2, active: 1, failed: 1 })
  const { '': age } = await readSamples(metrics, 'footnote_oldest_job_seconds')
  expect(age).toBeGreaterThanOrEqual(90)
  expect(age).toBeLessThan(290)
  await readRows(store, 'delete from pgboss.job')
  await observe()
  expect(await readSamples(metrics, 'footnote_jobs')).toEqual({ waiting: 0, active: 0, failed: 0 })
  expect(await readSamples(metrics, 'footnote_oldest_job_seconds')).toEqual({ '': 0 })
})

test('while the database does not answer, the queue has no samples', async () => {
  const metrics = createMetrics()
  const closed = await openStore()
  const observe = createStateObserver(metrics, closed)
  await observe()
  expect(await readSamples(metrics, 'footnote_jobs')).not.toEqual({})
  await closed.close()
  await observe()
  expect(await readSamples(metrics, 'footnote_jobs')).toEqual({})
  expect(await readSamples(metrics, 'footnote_oldest_job_seconds')).toEqual({})
})

test('connections are used, idle or awaited', async () => {
  const metrics = createMetrics()
  const { pool } = store.api
  const observe = createStateObserver(metrics, store)
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const awaited = pool.connect()
  await observe()
  const all = held.length
  expect(await readSamples(metrics, 'footnote_database_connections')).toMatchObject({
    'api used': all,
    'api idle': 0,
    'api awaited': 1,
  })
  for (const client of held) client.release()
  const last = await awaited
  await observe()
  expect(await readSamples(metrics, 'footnote_database_connections')).toMatchObject({
    'api used': 1,
    'api idle': all - 1,
    'api awaited': 0,
  })
  last.release()
})
