import { expect, test } from 'vitest'
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
import { SourceError } from '../../connectors/connector.ts'
import { confirmDeletions, discardDeletions } from './confirm-deletions.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const html = (subject: string, address: string) => ({
  contentType: 'text/html',
  content:
    `<html><head><link rel="canonical" href="${address}"></head><body><nav>${address}</nav>` +
    `<main><h1>${subject}</h1><p>All there is to say about ${subject}, oiled and replaced.</p></main></body></html>`,
})

const KEYS = ['/a', '/b', '/c', '/d', '/e', '/f']

async function synced(): Promise<{ script: ScriptedSource; sourceId: string }> {
  const script = createScriptedSource(
    Object.fromEntries(KEYS.map((key) => [key, { content: textAbout(`valve ${key}`) }])),
  )
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  return { script, sourceId }
}

const keysLeft = async () => (await readDocuments(store)).map(({ source_key }) => source_key)

const readId = async (key: string) =>
  (await readDocuments(store)).find(({ source_key }) => source_key === key)?.id

test('a page that is absent from the listing is deleted with the sync that sees it', async () => {
  const { script, sourceId } = await synced()
  script.pages.delete('/b')
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({ state: 'completed', pages: { '/b': 'gone' }, counts: { gone: 1 } })
  expect(await keysLeft()).toEqual(['/a', '/c', '/d', '/e', '/f'])
})

test('a page that is listed no more is gone, even where its address still answers', async () => {
  const { script, sourceId } = await synced()
  script.pages.set('/b', { content: textAbout('valve /b'), hidden: true })
  const sync = await syncing.sync(sourceId)
  expect(sync.reasons['/b']).toBe('The source no longer lists it or links to it.')
  expect(await keysLeft()).not.toContain('/b')
})

test('a listed page that answers 404 is deleted', async () => {
  const { script, sourceId } = await synced()
  script.script('/c', { kind: 'gone', reason: 'It answered 404.' })
  expect((await syncing.sync(sourceId)).reasons['/c']).toBe('It answered 404.')
  expect(await keysLeft()).not.toContain('/c')
})

test('a listing that fails deletes nothing', async () => {
  const { script, sourceId } = await synced()
  for (const key of KEYS) script.pages.delete(key)
  script.failListing(new SourceError('The sitemap answered 503.'))
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({ state: 'failed', reason: 'The sitemap answered 503.' })
  expect(await keysLeft()).toEqual(KEYS)
})

test('a sync that would delete more than a third awaits confirmation, then deletes', async () => {
  const { script, sourceId } = await synced()
  for (const key of ['/a', '/b', '/c']) script.pages.delete(key)
  script.pages.set('/d', { content: textAbout('the new valve') })
  const held = await syncing.sync(sourceId)
  expect(held).toMatchObject({
    state: 'held',
    reason: expect.stringContaining('3 of 6 pages would be deleted'),
    pages: { '/a': 'gone', '/b': 'gone', '/c': 'gone', '/d': 'changed' },
  })
  expect(await keysLeft()).toEqual(KEYS)
  await asWorker(store, (tx) =>
    confirmDeletions({ tx, queue: store.queue, tenant: store.tenant }, held.id),
  )
  expect(await syncing.run(held.id)).toBe('ended')
  expect((await readSync(store, held.id)).state).toBe('completed')
  expect(await keysLeft()).toEqual(['/d', '/e', '/f'])
})

test('exactly a third is deleted without a question', async () => {
  const { script, sourceId } = await synced()
  for (const key of ['/a', '/b']) script.pages.delete(key)
  expect((await syncing.sync(sourceId)).state).toBe('completed')
  expect(await keysLeft()).toHaveLength(4)
})

test('pages of a discarded deletion stay, and the next sync asks again', async () => {
  const { script, sourceId } = await synced()
  for (const key of ['/a', '/b', '/c']) script.pages.delete(key)
  const held = await syncing.sync(sourceId)
  await asWorker(store, (tx) => discardDeletions(tx, sourceId, 'The deletions were discarded.'))
  const discarded = await readSync(store, held.id)
  expect(discarded).toMatchObject({ state: 'completed', pages: { '/a': 'skipped' } })
  expect(await keysLeft()).toEqual(KEYS)
  const again = await syncing.sync(sourceId)
  expect(again.state).toBe('held')
  await syncing.sync(sourceId)
  expect((await readSync(store, again.id)).reason).toBe('A later sync replaced it.')
})

test('a source that was cut off at its limit deletes no page for being absent', async () => {
  const script = createScriptedSource(
    Object.fromEntries(KEYS.map((key) => [key, { content: textAbout(`valve ${key}`) }])),
  )
  const settings = { type: 'website', url: 'https://docs.example.com/' } as const
  const limited = { ...settings, include: [], exclude: [], render: false, max_pages: 6 }
  const sourceId = await syncing.addSource(script, { settings: limited })
  await syncing.sync(sourceId)
  script.pages.delete('/f')
  for (const key of ['/0', '/1']) script.pages.set(key, { content: textAbout(`valve ${key}`) })
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({ state: 'completed', truncated: true, counts: { found: 6, gone: 0 } })
  expect(await keysLeft()).toContain('/f')
})

const UNREADABLE = new SourceError('It breaks off.')

test('a page that cannot be read still leads where it led', async () => {
  const { script, sourceId } = await synced()
  script.pages.set('/hub', { content: textAbout('valve hub'), links: ['/behind'] })
  script.pages.set('/behind', { content: textAbout('valve behind'), hidden: true })
  await syncing.sync(sourceId)
  script.script('/hub', UNREADABLE)
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({ pages: { '/hub': 'failed', '/behind': 'unchanged' } })
  expect(await keysLeft()).toContain('/behind')
})

test('a page that is read for its links only leads where it led, too', async () => {
  const { script, sourceId } = await synced()
  const found = [{ key: '/behind', version: null }]
  script.pages.set('/hub', { content: textAbout('valve hub') })
  script.pages.set('/behind', { content: textAbout('valve behind'), hidden: true })
  script.script('/hub', { kind: 'skipped', reason: 'noindex', found }, UNREADABLE)
  await syncing.sync(sourceId)
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({ pages: { '/hub': 'failed', '/behind': 'unchanged' } })
})

test('where the start was never read, no page is deleted for being absent', async () => {
  const { script, sourceId } = await synced()
  const start = 'https://docs.example.com/'
  script.pages.set(start, { content: textAbout('start'), url: start })
  script.pages.set('/f', { content: textAbout('valve /f'), hidden: true })
  script.script(start, UNREADABLE)
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({ pages: { [start]: 'failed' }, truncated: true, counts: { gone: 0 } })
  expect(await keysLeft()).toContain('/f')
})

test('a page that says where it went keeps its document', async () => {
  const { script, sourceId } = await synced()
  const id = await readId('/b')
  script.pages.delete('/b')
  script.pages.set('/new', { content: textAbout('valve /b') })
  script.script('/b', { kind: 'moved', to: { key: '/new', version: null } })
  syncing.embedded.length = 0
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({
    pages: { '/b': 'moved', '/new': 'moved' },
    reasons: { '/b': 'Now /new.', '/new': 'Was /b.' },
    counts: { moved: 1, added: 0, gone: 0 },
  })
  const moved = (await readDocuments(store)).find((document) => document.id === id)
  expect(moved).toMatchObject({ url: 'https://docs.example.com/new', source_key: '/new' })
  expect(syncing.embedded).toEqual([])
  expect(await keysLeft()).toHaveLength(6)
})

test('a page with the same text keeps its document when the old address is gone', async () => {
  const script = createScriptedSource({
    '/a': html('valve a', '/a'),
    '/b': html('valve b', '/b'),
    '/c': html('valve c', '/c'),
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  const id = await readId('/b')
  script.pages.delete('/b')
  script.pages.set('/moved', html('valve b', '/moved'))
  syncing.embedded.length = 0
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({ pages: { '/b': 'moved', '/moved': 'moved' }, counts: { moved: 1 } })
  expect(await readId('/moved')).toBe(id)
  expect(syncing.embedded).toEqual([])
})

test('a page with the same text as an existing page is a separate page', async () => {
  const { script, sourceId } = await synced()
  script.pages.set('/copy', { content: textAbout('valve /b') })
  const sync = await syncing.sync(sourceId)
  expect(sync.pages).toMatchObject({ '/b': 'unchanged', '/copy': 'added' })
  expect(await keysLeft()).toHaveLength(7)
})

test('a page stored before its move was noticed is merged into the older document', async () => {
  const { script, sourceId } = await synced()
  const id = await readId('/b')
  // Other words, so that nothing but the redirect tells.
  script.pages.set('/new', { content: textAbout('something else entirely') })
  script.script('/b', async () => {
    await expect.poll(() => readId('/new'), { timeout: 5000 }).toBeDefined()
  })
  const original = script.fetch.bind(script)
  script.fetch = async (page, signal) => {
    const outcome = await original(page, signal)
    return page.key === '/b' ? { kind: 'moved', to: { key: '/new', version: null } } : outcome
  }
  const sync = await syncing.sync(sourceId)
  expect(sync.pages).toMatchObject({ '/b': 'moved', '/new': 'moved' })
  expect(await readId('/new')).toBe(id)
  expect(await keysLeft()).toHaveLength(6)
})

test('a page that moved to one that was there before leaves that one alone', async () => {
  const { script, sourceId } = await synced()
  const id = await readId('/c')
  script.script('/b', { kind: 'moved', to: { key: '/c', version: null } })
  const sync = await syncing.sync(sourceId)
  expect(sync.pages).toMatchObject({ '/b': 'moved', '/c': 'unchanged' })
  expect(await readId('/c')).toBe(id)
  expect(await readId('/b')).toBeUndefined()
})

test('a page whose new address cannot be fetched keeps its document', async () => {
  const { script, sourceId } = await synced()
  script.script('/b', { kind: 'moved', to: { key: '/new', version: null } })
  script.script('/new', new SourceError('It is larger than 50 MB.'))
  const sync = await syncing.sync(sourceId)
  expect(sync.reasons['/b']).toContain('Moved to /new, which could not be fetched')
  expect(await readId('/b')).toBeDefined()
})
