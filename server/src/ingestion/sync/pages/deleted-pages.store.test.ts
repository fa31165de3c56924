import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ScriptedSource } from '../../../../../test/fakes/scripted-source.ts'
import { createScriptedSource } from '../../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../../test/support/store/store.ts'
import { asWorker, page } from '../../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../../test/support/store/syncing.ts'
import { readDocuments, textAbout, useSyncing } from '../../../../../test/support/store/syncing.ts'
import { deleteForOperator, listDeletedPages, restorePage } from '../../../sources/deleted-pages.ts'
import { putDocument } from '../../../knowledge/put-document.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const KEYS = ['/a', '/b', '/c', '/d']

async function synced(): Promise<{ script: ScriptedSource; sourceId: string }> {
  const script = createScriptedSource(
    Object.fromEntries(KEYS.map((key) => [key, { content: textAbout(`valve ${key}`) }])),
  )
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  script.fetched.length = 0
  return { script, sourceId }
}

const keysLeft = async () => (await readDocuments(store)).map(({ source_key }) => source_key)
const fetchedKeys = (script: ScriptedSource) => script.fetched.map(({ key }) => key)

async function deletePage(key: string, tx?: TenantTransaction): Promise<void> {
  const id = (await readDocuments(store)).find(({ source_key }) => source_key === key)?.id ?? ''
  const run = (in_: TenantTransaction) =>
    deleteForOperator({ tx: in_, queue: store.queue, tenant: store.tenant }, id)
  expect(await (tx ? run(tx) : asWorker(store, run))).toBe(true)
}

const restore = (sourceId: string, key: string) =>
  asWorker(store, (tx) => restorePage(tx, sourceId, key))

const deletedKeys = async (sourceId: string) => {
  const list = await asWorker(store, (tx) => listDeletedPages(tx, sourceId, { limit: 100 }))
  return list.pages.map(({ key }) => key)
}

test('a page that an operator deleted is neither fetched nor brought back, until it is restored', async () => {
  const { script, sourceId } = await synced()
  await deletePage('/b')
  script.pages.set('/b', { content: textAbout('the new valve /b') })
  const second = await syncing.sync(sourceId)
  expect(second).toMatchObject({
    state: 'completed',
    pages: { '/b': 'skipped' },
    reasons: { '/b': 'An operator deleted it.' },
    counts: { skipped: 1, unchanged: 3, added: 0, gone: 0 },
  })
  expect(fetchedKeys(script)).not.toContain('/b')
  expect(await keysLeft()).toEqual(['/a', '/c', '/d'])
  await syncing.sync(sourceId)
  expect(await keysLeft()).toEqual(['/a', '/c', '/d'])
  expect(await deletedKeys(sourceId)).toEqual(['/b'])
  expect(await restore(sourceId, 'https://docs.example.com/b')).toBe(true)
  expect(await restore(sourceId, '/b')).toBe(false)
  expect((await syncing.sync(sourceId)).pages['/b']).toBe('added')
  expect(await keysLeft()).toEqual(KEYS)
})

test('what a deleted page led to stays', async () => {
  const script = createScriptedSource({
    '/a': { content: textAbout('a'), links: ['/b'] },
    '/b': { content: textAbout('b'), links: ['/c', '/d'], hidden: true },
    '/c': { content: textAbout('c'), hidden: true },
    '/d': { content: textAbout('d'), hidden: true },
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  await deletePage('/b')
  for (let round = 0; round < 2; round += 1) {
    expect((await syncing.sync(sourceId)).pages).toMatchObject({
      '/b': 'skipped',
      '/c': 'unchanged',
    })
  }
  expect(await keysLeft()).toEqual(['/a', '/c', '/d'])
})

test('a start that was deleted is still read for its links', async () => {
  const start = 'https://docs.example.com/'
  const script = createScriptedSource({
    [start]: { content: textAbout('the start'), url: start, links: ['/a'] },
    '/a': { content: textAbout('a'), hidden: true },
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  await deletePage(start)
  script.pages.set(start, { content: textAbout('a start'), url: start, links: ['/a', '/b'] })
  script.pages.set('/b', { content: textAbout('b'), hidden: true })
  const sync = await syncing.sync(sourceId)
  expect(sync.pages).toEqual({ [start]: 'skipped', '/a': 'unchanged', '/b': 'added' })
  expect(sync.reasons[start]).toBe('An operator deleted it.')
  expect(await keysLeft()).toEqual(['/a', '/b'])
})

test('a deleted page stays deleted under a new key, even if its text changes later', async () => {
  const { script, sourceId } = await synced()
  await deletePage('/b')
  script.pages.delete('/b')
  script.pages.set('/new', { content: textAbout('valve /b') })
  const moved = await syncing.sync(sourceId)
  expect(moved.reasons['/new']).toBe('The same page as /b, which an operator deleted.')
  expect(await deletedKeys(sourceId)).toEqual(['/b', '/new'])
  script.pages.set('/new', { content: textAbout('another valve') })
  expect((await syncing.sync(sourceId)).reasons['/new']).toBe('An operator deleted it.')
  expect(await keysLeft()).toEqual(['/a', '/c', '/d'])
  // One deletion, whichever of its keys is named.
  await restore(sourceId, '/b')
  expect(await deletedKeys(sourceId)).toEqual([])
  expect((await syncing.sync(sourceId)).pages['/new']).toBe('added')
})

test('a deleted address stays deleted under another key, however little the page says', async () => {
  const url = 'https://docs.example.com/short'
  const script = createScriptedSource({
    a: { content: 'Short.', url },
    b: { content: textAbout('b'), url: `${url}/b` },
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  await deletePage('a')
  script.pages.delete('a')
  script.pages.set('c', { content: 'Briefer.', url })
  expect((await syncing.sync(sourceId)).reasons['c']).toBe(
    'The same page as a, which an operator deleted.',
  )
  script.pages.set('c', { content: 'Briefer.', url: `${url}/c` })
  expect((await syncing.sync(sourceId)).reasons['c']).toBe('An operator deleted it.')
  await restore(sourceId, 'a')
  expect((await syncing.sync(sourceId)).pages['c']).toBe('added')
})

test('a page that redirects to a deleted one loses its document, and brings nothing back', async () => {
  const { script, sourceId } = await synced()
  await deletePage('/b')
  script.script('/c', { kind: 'moved', to: { key: '/b', version: null } })
  expect((await syncing.sync(sourceId)).pages).toMatchObject({ '/b': 'skipped', '/c': 'moved' })
  expect(await keysLeft()).toEqual(['/a', '/d'])
})

test('other pages with the same text as a deleted copy are no deleted pages', async () => {
  const copy = { content: textAbout('the copied valve') }
  const script = createScriptedSource({ '/a': copy, '/b': copy, '/c': { content: textAbout('c') } })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  await deletePage('/b')
  script.pages.set('/e', copy)
  expect((await syncing.sync(sourceId)).pages).toMatchObject({
    '/a': 'unchanged',
    '/b': 'skipped',
    '/e': 'added',
  })
})

test('no other source brings a deleted address back', async () => {
  await synced()
  await deletePage('/b')
  const other = createScriptedSource({ '/b': { content: textAbout('b of another source') } })
  const sync = await syncing.sync(await syncing.addSource(other))
  expect(sync.reasons['/b']).toBe('An operator deleted the page with this address.')
  expect(await keysLeft()).toEqual(['/a', '/c', '/d'])
})

test('a page that is deleted while a sync stores it stays deleted', async () => {
  const { script, sourceId } = await synced()
  script.pages.set('/b', { content: textAbout('the new valve /b') })
  const syncId = await syncing.start(sourceId)
  let running: Promise<unknown> = Promise.resolve()
  await asWorker(store, async (tx) => {
    await deletePage('/b', tx)
    running = syncing.run(syncId)
    // The sync has the page, and waits for this transaction to store it.
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  })
  await running
  expect(await keysLeft()).toEqual(['/a', '/c', '/d'])
  expect((await syncing.sync(sourceId)).reasons['/b']).toBe('An operator deleted it.')
})

const waiting = async () =>
  (
    await sql`select from pg_stat_activity
             where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
      store.worker.db,
    )
  ).rows

test('what was pushed is just deleted, and a new push is a new wish', async () => {
  const { sourceId } = await synced()
  const push = (url: string) =>
    asWorker(store, (tx) =>
      putDocument({ tx, queue: store.queue, tenant: store.tenant }, page(url)),
    )
  const { document } = await push('https://docs.example.com/pushed')
  await asWorker(store, (tx) =>
    deleteForOperator({ tx, queue: store.queue, tenant: store.tenant }, document.id),
  )
  expect(await deletedKeys(document.source_id)).toEqual([])
  expect((await push('https://docs.example.com/pushed')).outcome).toBe('created')
  await deletePage('/b')
  expect((await push('https://docs.example.com/b')).outcome).toBe('created')
  expect(await deletedKeys(sourceId)).toEqual(['/b'])
})

test('a source that is removed takes the list of its deleted pages along', async () => {
  const { sourceId } = await synced()
  for (const key of KEYS) await deletePage(key)
  await asWorker(store, (tx) => tx.deleteFrom('sources').where('id', '=', sourceId).execute())
  expect(await deletedKeys(sourceId)).toEqual([])
})
