import type { SyncEvent } from '@footnote/contract/admin/syncs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../../test/support/store/store.ts'
import { createSource } from '../../sources/sources.ts'
import type { Db } from '../../platform/database/db.ts'
import { newId } from '../../platform/new-id.ts'
import { findSync } from './find-syncs.ts'
import { createSyncFeed } from './sync-feed.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const READY = { isReady: () => true, onError: () => undefined }
const FOLLOWERS = 20

async function startSync() {
  const { knowledgeBaseId } = store.tenant
  return asWorker(store, async (tx) => {
    const { id: sourceId } = await createSource(tx, knowledgeBaseId, {
      name: 'Docs',
      settings: { type: 'files', base_url: 'https://docs.example.com/' },
      group_id: null,
      schedule: null,
      visibility: 'public',
      rules: [],
    })
    const syncId = newId()
    await sql`
      insert into syncs (knowledge_base_id, id, source_id, trigger, state, phase, started_at)
      values (${knowledgeBaseId}, ${syncId}, ${sourceId}, 'manual', 'running', 'fetching', now())`.execute(
      tx,
    )
    await sql`
      insert into sync_pages (knowledge_base_id, sync_id, key, state)
      values (${knowledgeBaseId}, ${syncId}, '/read', 'fetching'),
             (${knowledgeBaseId}, ${syncId}, '/next', 'found')`.execute(tx)
    return findSync(tx, sourceId, syncId)
  })
}

const change = (syncId: string, set: string) =>
  asWorker(store, (tx) => sql`update syncs set ${sql.raw(set)} where id = ${syncId}`.execute(tx))

/** The same database, and how many transactions it was asked for. */
function counted(db: Db): { db: Db; reads: () => number } {
  let reads = 0
  const proxy = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') reads += 1
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: proxy, reads: () => reads }
}

async function collect(events: AsyncGenerator<readonly SyncEvent[]>): Promise<SyncEvent[]> {
  const all: SyncEvent[] = []
  for await (const batch of events) all.push(...batch)
  return all
}

test('all who follow a sync share one read of it, and it stops with the last of them', async () => {
  const sync = await startSync()
  const { db, reads } = counted(store.worker.db)
  const feed = createSyncFeed(db, { ...READY, pollMs: 250 })
  const { signal } = new AbortController()
  const followers = Array.from({ length: FOLLOWERS }, () =>
    collect(feed.follow(store.tenant, sync, signal)),
  )
  await change(sync.id, `state = 'completed', ended_at = now()`)
  const all = await Promise.all(followers)
  for (const events of all) {
    expect(events[0]).toMatchObject({ state: 'running', phase: 'fetching', done: false })
    expect(events.at(-1)).toMatchObject({ state: 'completed', page: null, done: true })
  }
  expect(reads()).toBeGreaterThan(0)
  expect(reads()).toBeLessThan(FOLLOWERS)
  const after = reads()
  // Another feed polls on meanwhile, so time has passed when it has seen three changes.
  const other = await startSync()
  const watching = createSyncFeed(store.worker.db, { ...READY, pollMs: 250 })
  const events = watching.follow(store.tenant, other, signal)
  await events.next()
  for (const phase of ['matching', 'deleting', 'indexing']) {
    await change(other.id, `phase = '${phase}'`)
    const { value } = await events.next()
    expect(value).toMatchObject([{ phase }])
  }
  await events.return(undefined)
  expect(reads()).toBe(after)
})

test('an event names a page that is being read, and comes only when something changed', async () => {
  const sync = await startSync()
  const feed = createSyncFeed(store.worker.db, { ...READY, pollMs: 20 })
  const { signal } = new AbortController()
  const events = feed.follow(store.tenant, sync, signal)
  await events.next()
  const { value } = await events.next()
  expect(value).toMatchObject([{ page: '/read', counts: { found: 2, fetched: 0 } }])
  let isNext = false
  const next = events.next().finally(() => (isNext = true))
  const polls = vi.fn<() => Promise<unknown>>(() => asWorker(store, async () => undefined))
  for (let tries = 0; tries < 10; tries += 1) await polls()
  expect(isNext).toBe(false)
  await change(sync.id, `phase = 'indexing'`)
  expect((await next).value).toMatchObject([{ phase: 'indexing' }])
  await events.return(undefined)
})

test('a stream ends with its client, with the process, and with the source', async () => {
  const sync = await startSync()
  let ready = true
  const { db, reads } = counted(store.worker.db)
  const feed = createSyncFeed(db, { ...READY, isReady: () => ready, pollMs: 20 })
  const client = new AbortController()
  const left = collect(feed.follow(store.tenant, sync, client.signal))
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(1), 60_000)
  client.abort()
  expect((await left).at(-1)?.done).toBe(false)

  const open = new AbortController()
  const stopped = collect(feed.follow(store.tenant, sync, open.signal))
  ready = false
  expect((await stopped).at(-1)?.done).toBe(false)
  ready = true

  const orphaned = collect(feed.follow(store.tenant, sync, open.signal))
  await asWorker(store, (tx) => tx.deleteFrom('sources').where('id', '=', sync.source_id).execute())
  expect((await orphaned).at(-1)).toMatchObject({
    state: 'cancelled',
    reason: 'The source was deleted.',
    done: true,
  })
})

test('a failed read is reported and tried again', async () => {
  const sync = await startSync()
  const errors: unknown[] = []
  let fails = true
  const flaky = new Proxy(store.worker.db, {
    get(target, name) {
      if (name === 'transaction' && fails) throw new Error('The database is away')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const onError = (error: unknown) => {
    errors.push(error)
    fails = false
  }
  const feed = createSyncFeed(flaky, { isReady: () => true, onError, pollMs: 20 })
  const events = collect(feed.follow(store.tenant, sync, new AbortController().signal))
  await change(sync.id, `state = 'held', ended_at = now()`)
  expect((await events).at(-1)).toMatchObject({ state: 'held', done: true })
  expect(errors).toHaveLength(1)
})
