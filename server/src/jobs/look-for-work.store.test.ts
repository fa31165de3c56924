import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import type { DueWork } from './look-for-work.ts'
import { createLook } from './look-for-work.ts'
import { lostJobs } from './lost-jobs.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const logged: string[] = []
const log = pino({}, { write: (line: string) => void logged.push(line) })
const looking = (...works: DueWork[]) => createLook({ db: store.worker.db, log }, works)

/** Counts its runs, each of which ends when the test says so. */
function createWork(isDue: RawBuilder<unknown>, pauseMs = 0) {
  const runs: PromiseWithResolvers<void>[] = []
  const run = () => {
    const started = Promise.withResolvers<void>()
    runs.push(started)
    return started.promise
  }
  return { runs, isDue, run, pauseMs, failed: 'this failed' }
}

test('only what is due is run, and the next look comes sooner for it', async () => {
  const due = createWork(sql`true`)
  const idle = createWork(sql`exists (select where false)`)
  const pauseMs = await looking(due, idle)()
  expect(due.runs).toHaveLength(1)
  expect(idle.runs).toHaveLength(0)
  expect(await looking(idle)()).toBeGreaterThan(pauseMs)
})

test('a kind that runs is not run again until it has ended, and holds up no other', async () => {
  const slow = createWork(sql`true`)
  const other = createWork(sql`true`)
  const look = looking(slow, other)
  await look()
  other.runs[0]?.resolve()
  await expect.poll(() => look().then(() => other.runs.length)).toBe(2)
  expect(slow.runs).toHaveLength(1)
  slow.runs[0]?.resolve()
  await expect.poll(() => look().then(() => slow.runs.length)).toBe(2)
})

test('a kind that failed is logged and run again, after its pause', async () => {
  const failing = createWork(sql`true`)
  const resting = createWork(sql`true`, 3_600_000)
  const look = looking(failing, resting)
  await look()
  failing.runs[0]?.reject(new Error('No.'))
  resting.runs[0]?.resolve()
  await expect.poll(() => look().then(() => failing.runs.length)).toBe(2)
  expect(resting.runs).toHaveLength(1)
  expect(logged.join()).toContain('this failed')
})

test('the job of a worker that died is lost, that of one that lives is not', async () => {
  const isLost = async () => {
    const { rows } = await sql<{ lost: boolean }>`
      select ${lostJobs(store).isDue} as lost`.execute(store.worker.db)
    return rows[0]?.lost
  }
  await store.queue.send('reembed', store.tenant)
  const [job] = await store.queue.fetch('reembed')
  expect(await isLost()).toBe(false)
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute'`.execute(
    store.worker.db,
  )
  expect(await isLost()).toBe(true)
  await lostJobs(store).run()
  expect(await isLost()).toBe(false)
  const { rows } = await sql`select state from pgboss.job where id = ${job?.id}`.execute(
    store.worker.db,
  )
  expect(rows).toEqual([{ state: 'retry' }])
})
