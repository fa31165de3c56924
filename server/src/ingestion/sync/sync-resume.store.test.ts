import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { readDocuments, readSync, useSyncing } from '../../../../test/support/store/syncing.ts'
import { noteDueSyncs } from '../../sources/schedule.ts'
import { changeSource } from '../../sources/sources.ts'
import { newId } from '../../platform/new-id.ts'
import { holdProcessLock } from '../../platform/database/process-lock.ts'
import { pruneSyncs } from './end-sync.ts'
import { runSync } from './run-sync.ts'
import { startDueSyncs } from './start-due-syncs.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const text = (subject: string) =>
  `# ${subject}\n\nAll there is to say about ${subject} and its use.`

const pages = (count: number) =>
  createScriptedSource(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`/${index}`, { content: text(`p${index}`) }]),
    ),
  )

const expireLease = (syncId: string) =>
  asWorker(store, (tx) =>
    sql`update syncs set lease_expires_at = now() - interval '1 second' where id = ${syncId}`.execute(
      tx,
    ),
  )

const jobs = async () => {
  const { rows } = await sql<{ data: { syncId: string } }>`
    select data from pgboss.job where name = 'sync-source' and state = 'created'`.execute(
    store.worker.db,
  )
  return rows.map(({ data }) => data.syncId)
}

test('another worker continues where one died, and the dead one writes nothing more', async () => {
  const script = pages(20)
  const { promise: dead, resolve: die } = Promise.withResolvers<void>()
  script.script('/7', async () => {
    die()
    await new Promise((resolve) => setTimeout(resolve, 4000))
  })
  const syncId = await syncing.start(await syncing.addSource(script))
  const first = syncing.run(syncId)
  await dead
  await asWorker(store, (tx) =>
    sql`update syncs set lease_owner = gen_random_uuid(),
               lease_expires_at = now() - interval '1 second' where id = ${syncId}`.execute(tx),
  )
  expect(await syncing.run(syncId)).toBe('ended')
  expect(await first).toBe('not ours')
  const sync = await readSync(store, syncId)
  expect(sync.state).toBe('completed')
  expect(new Set(Object.values(sync.pages))).toEqual(new Set(['added']))
  expect(await readDocuments(store)).toHaveLength(20)
})

test('a killed worker is missed at once, and one that lives keeps its sync', async () => {
  const script = pages(8)
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  script.script('/3', async () => {
    start()
    await new Promise((resolve) => setTimeout(resolve, 3000))
  })
  const lock = await holdProcessLock(store.ownerUrl)
  const syncId = await syncing.start(await syncing.addSource(script))
  const deps = { ...syncing.deps, processLock: () => lock.key() }
  const first = runSync(deps, { ...store.tenant, syncId })
  await started
  await asWorker(store, (tx) => noteDueSyncs(tx, store.tenant.knowledgeBaseId))
  await sql`delete from pgboss.job where name = 'sync-source'`.execute(store.worker.db)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await startDueSyncs(syncing.deps)
  expect(await jobs()).toEqual([])
  expect(await syncing.run(syncId)).toBe('not ours')
  // As the end of its process would.
  await lock.close()
  expect(lock.key()).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await startDueSyncs(syncing.deps)
  expect(await jobs()).toEqual([syncId])
  expect(await syncing.run(syncId)).toBe('ended')
  expect(await first).toBe('not ours')
  expect((await readSync(store, syncId)).counts).toMatchObject({ added: 8, failed: 0 })
})

test('a page being fetched when ten workers died is marked failed', async () => {
  const script = pages(3)
  const syncId = await syncing.start(await syncing.addSource(script))
  await asWorker(store, async (tx) => {
    await sql`insert into sync_pages (knowledge_base_id, sync_id, key, state, interruptions)
              values (${store.tenant.knowledgeBaseId}, ${syncId}, '/0', 'fetching', 9)`.execute(tx)
  })
  await syncing.run(syncId)
  const sync = await readSync(store, syncId)
  expect(sync.pages).toEqual({ '/0': 'failed', '/1': 'added', '/2': 'added' })
  expect(sync.reasons['/0']).toBe('The worker stopped each time it tried to fetch this.')
})

test('a listing during which two hundred workers died fails the sync; handing over does not count', async () => {
  const syncId = await syncing.start(await syncing.addSource(pages(2)))
  const change = (values: { listing_takeovers: number; lease_owner: string | null }) =>
    asWorker(store, (tx) =>
      tx
        .updateTable('syncs')
        .set({ ...values, state: 'running', phase: 'listing', lease_expires_at: new Date(0) })
        .where('id', '=', syncId)
        .execute(),
    )
  await change({ listing_takeovers: 199, lease_owner: null })
  expect(await runSync(syncing.deps, { ...store.tenant, syncId }, () => true)).toBe('handed over')
  expect((await readSync(store, syncId)).listing_takeovers).toBe(199)
  await change({ listing_takeovers: 199, lease_owner: newId() })
  expect(await syncing.run(syncId)).toBe('ended')
  expect(await readSync(store, syncId)).toMatchObject({
    state: 'failed',
    reason: 'The worker stopped 200 times while it listed the source.',
  })
})

test('a slice that ends hands the sync over', async () => {
  const script = pages(5)
  const syncId = await syncing.start(await syncing.addSource(script))
  expect(await runSync(syncing.deps, { ...store.tenant, syncId }, () => true)).toBe('handed over')
  expect((await readSync(store, syncId)).phase).toBe('fetching')
  expect(await syncing.run(syncId)).toBe('ended')
})

test('a worker that is told to stop hands the sync over', async () => {
  const script = pages(3)
  const stopping = new AbortController()
  script.script('/1', async () => stopping.abort())
  const syncId = await syncing.start(await syncing.addSource(script))
  const deps = { ...syncing.deps, stopSignal: stopping.signal }
  expect(await runSync(deps, { ...store.tenant, syncId })).toBe('handed over')
  expect(await syncing.run(syncId)).toBe('ended')
  expect((await readSync(store, syncId)).counts).toMatchObject({ added: 3, failed: 0 })
})

test('a listing that fails by chance is tried again, and fails the sync the third time', async () => {
  const script = pages(2)
  script.failListing(new Error('The connection was reset.'))
  const syncId = await syncing.start(await syncing.addSource(script))
  expect(await syncing.run(syncId)).toBe('handed over')
  await expireLease(syncId)
  expect(await syncing.run(syncId)).toBe('handed over')
  await expireLease(syncId)
  expect(await syncing.run(syncId)).toBe('ended')
  const sync = await readSync(store, syncId)
  expect(sync).toMatchObject({ state: 'failed', reason: 'The connection was reset.' })
  expect(new Set(Object.values(sync.pages))).toEqual(new Set(['skipped']))
})

test('a sync that lost its job and its worker gets another', async () => {
  const syncId = await syncing.start(await syncing.addSource(pages(1)))
  await sql`delete from pgboss.job where name = 'sync-source'`.execute(store.worker.db)
  await asWorker(store, async (tx) => {
    await sql`update syncs set created_at = now() - interval '1 minute' where id = ${syncId}`.execute(
      tx,
    )
    await sql`update knowledge_bases set syncs_due_at = now()
              where id = ${store.tenant.knowledgeBaseId}`.execute(tx)
  })
  await startDueSyncs(syncing.deps)
  await startDueSyncs(syncing.deps)
  expect(await jobs()).toEqual([syncId])
})

test('a schedule begins a sync when it is due, and not while the source is paused', async () => {
  const sourceId = await syncing.addSource(pages(1), { schedule: '0 3 * * *' })
  const makeDue = () =>
    asWorker(store, async (tx) => {
      await sql`update sources set next_sync_at = now() - interval '1 second'
                where id = ${sourceId}`.execute(tx)
      await sql`update knowledge_bases set syncs_due_at = now()
                where id = ${store.tenant.knowledgeBaseId}`.execute(tx)
    })
  const syncs = () => asWorker(store, (tx) => tx.selectFrom('syncs').selectAll().execute())
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, (tx) => changeSource(tx, knowledgeBaseId, sourceId, { paused: true }))
  await makeDue()
  await startDueSyncs(syncing.deps)
  expect(await syncs()).toEqual([])
  await asWorker(store, (tx) => changeSource(tx, knowledgeBaseId, sourceId, { paused: false }))
  await makeDue()
  await Promise.all([startDueSyncs(syncing.deps), startDueSyncs(syncing.deps)])
  expect(await syncs()).toMatchObject([{ trigger: 'schedule', state: 'queued' }])
  const [source] = await asWorker(store, (tx) =>
    tx.selectFrom('sources').select('next_sync_at').where('id', '=', sourceId).execute(),
  )
  expect(source?.next_sync_at?.toISOString()).toMatch(/T03:00:00.000Z$/)
})

test('other settings make every page be looked at again, and the address may change', async () => {
  const script = createScriptedSource({
    'a.md': { content: text('a'), version: 'v1', url: 'https://a.example/old' },
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  script.pages.set('a.md', { content: text('a'), version: 'v1', url: 'https://a.example/new' })
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, (tx) =>
    changeSource(tx, knowledgeBaseId, sourceId, {
      settings: {
        type: 'website',
        url: 'https://a.example/',
        include: [],
        exclude: [],
        max_pages: 5,
        render: false,
      },
    }),
  )
  expect((await syncing.sync(sourceId)).pages).toEqual({ 'a.md': 'moved' })
  expect(await readDocuments(store)).toMatchObject([{ url: 'https://a.example/new' }])
})

test('the pages of old syncs are forgotten, and the newest are kept', async () => {
  const sourceId = await syncing.addSource(pages(2))
  const first = await syncing.sync(sourceId)
  const second = await syncing.sync(sourceId)
  await asWorker(store, (tx) => pruneSyncs(tx, { getPages: 1, syncs: 2 }))
  expect((await readSync(store, first.id)).pages).toEqual({})
  expect((await readSync(store, first.id)).counts).toMatchObject({ added: 2 })
  expect((await readSync(store, second.id)).pages).toEqual({ '/0': 'unchanged', '/1': 'unchanged' })
  await syncing.sync(sourceId)
  await asWorker(store, (tx) => pruneSyncs(tx, { getPages: 1, syncs: 2 }))
  await expect(readSync(store, first.id)).rejects.toThrow(/no result/)
})
