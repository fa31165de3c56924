import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import type { QueueName } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import { createSlots, wakeDue } from './slots.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
beforeEach(() => sql`delete from pgboss.job`.execute(store.worker.db))
afterAll(() => store.close())

type Queued = 'reembed' | 'vector-index' | 'refresh-starters'

const queue = (name: Queued, key: string, delaySeconds = 0) =>
  asWorker(store, (tx) => enqueue(store.queue, tx, name, store.tenant, key, { delaySeconds }))

test('the slots of a queue are woken where a job is due, and only there', async () => {
  await queue('reembed', 'now')
  await queue('vector-index', 'later', 3_600)
  await queue('refresh-starters', 'taken')
  await store.queue.fetch('refresh-starters')
  const woken: QueueName[] = []
  const slots = {
    ...createSlots(store.queue),
    queues: (): QueueName[] => ['reembed', 'vector-index', 'refresh-starters', 'evaluate'],
    wake: (name: QueueName) => void woken.push(name),
  }
  await wakeDue({ db: store.worker.db, slots })
  expect(woken).toEqual(['reembed'])
})

/** A slot looks by itself after half a minute. */
const SOONER = { timeout: 25_000 }

/** Starts slots whose jobs end when the test says so. */
async function startHeld(slotCount: number) {
  const slots = createSlots(store.queue)
  const started: PromiseWithResolvers<void>[] = []
  await slots.start('reembed', slotCount, () => {
    const job = Promise.withResolvers<void>()
    started.push(job)
    return job.promise
  })
  /** How many have started by then. */
  const wake = () => wakeDue({ db: store.worker.db, slots }).then(() => started.length)
  return { started, wake, [Symbol.asyncDispose]: () => store.queue.offWork('reembed') }
}

test('as many jobs run at once as there are slots', async () => {
  await using held = await startHeld(2)
  for (const key of ['a', 'b', 'c']) await queue('reembed', key, 1)
  await expect.poll(held.wake, SOONER).toBe(2)
  for (const job of held.started) job.resolve()
  await expect.poll(held.wake, SOONER).toBe(3)
  held.started[2]?.resolve()
})

test('a slot that has run a job looks for another by itself', async () => {
  await using held = await startHeld(1)
  // Nobody is notified of a job that is to wait.
  await queue('reembed', 'first', 1)
  await expect.poll(held.wake, SOONER).toBe(1)
  await queue('reembed', 'second', 1)
  const due = () =>
    sql`select from pgboss.job where state = 'created' and start_after <= now()`.execute(
      store.worker.db,
    )
  await expect.poll(async () => (await due()).rows, SOONER).toHaveLength(1)
  held.started[0]?.resolve()
  await expect.poll(() => held.started.length, SOONER).toBe(2)
  held.started[1]?.resolve()
})
