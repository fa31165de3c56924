import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import {
  readDocuments,
  readSync,
  textAbout,
  UNSTORABLE_URL,
  useSyncing,
} from '../../../../test/support/store/syncing.ts'
import { changeDocument } from '../../knowledge/documents.ts'
import { putDocument } from '../../knowledge/put-document.ts'
import { SourceError } from '../../connectors/connector.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const threePages = () =>
  createScriptedSource({
    '/a': { content: textAbout('valve a') },
    '/b': { content: textAbout('valve b') },
    '/c': { content: textAbout('valve c') },
  })

test('a completed sync means that every page can be found', async () => {
  const sourceId = await syncing.addSource(threePages())
  const sync = await syncing.sync(sourceId)
  expect(sync).toMatchObject({
    state: 'completed',
    pages: { '/a': 'added', '/b': 'added', '/c': 'added' },
    counts: { found: 3, fetched: 3, added: 3, to_index: 3, indexed: 3, failed: 0 },
  })
  const documents = await readDocuments(store)
  expect(documents.map(({ state }) => state)).toEqual(['indexed', 'indexed', 'indexed'])
  expect(documents[0]).toMatchObject({ url: 'https://docs.example.com/a', source_key: '/a' })
})

test('pages are found by following links, each once', async () => {
  const script = createScriptedSource({
    '/': { content: textAbout('the start'), links: ['/x', '/y'] },
    '/x': { content: textAbout('valve x'), hidden: true, links: ['/', '/y'] },
    '/y': { content: textAbout('valve y'), hidden: true },
  })
  const sync = await syncing.sync(await syncing.addSource(script))
  expect(sync.pages).toEqual({ '/': 'added', '/x': 'added', '/y': 'added' })
  expect(script.fetched).toHaveLength(3)
})

test('a second sync of the same pages embeds nothing, and changes only what changed', async () => {
  const script = threePages()
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  syncing.embedded.length = 0
  script.pages.set('/b', { content: textAbout('the new valve b') })
  const second = await syncing.sync(sourceId)
  expect(second.pages).toEqual({ '/a': 'unchanged', '/b': 'changed', '/c': 'unchanged' })
  expect(syncing.embedded).toEqual([expect.stringContaining('the new valve b')])
})

test('a page whose markup alone changed is not embedded again', async () => {
  const html = (day: string) =>
    `<html><head><meta name="built" content="${day}"></head><body><main><h1>Valve</h1>` +
    '<p>Turn the valve by hand after every restart, twice.</p></main></body></html>'
  const script = createScriptedSource({ '/v': { content: html('mon'), contentType: 'text/html' } })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  syncing.embedded.length = 0
  script.pages.set('/v', { content: html('tue'), contentType: 'text/html' })
  expect((await syncing.sync(sourceId)).pages).toEqual({ '/v': 'changed' })
  expect(syncing.embedded).toEqual([])
})

test('a page of the same version is not fetched', async () => {
  const script = createScriptedSource({
    'a.md': { content: textAbout('a'), version: 'v1', url: 'https://a.example/a' },
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  const second = await syncing.sync(sourceId)
  expect(second.pages).toEqual({ 'a.md': 'unchanged' })
  expect(script.fetched).toHaveLength(1)
})

test('a page that answers 304 still leads to its pages', async () => {
  const script = createScriptedSource({
    '/': { content: textAbout('start'), links: ['/x'], etag: '"1"' },
    '/x': { content: textAbout('valve x'), hidden: true, etag: '"2"' },
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  const second = await syncing.sync(sourceId)
  expect(second.pages).toEqual({ '/': 'unchanged', '/x': 'unchanged' })
  expect(script.fetched.at(-1)?.validators).toEqual({ etag: '"2"', lastModified: null })
})

test('a page that fails three times is marked failed, and the others continue', async () => {
  const script = threePages()
  script.script('/b', new Error('one'), new Error('two'), new Error('It took too long.'))
  const sync = await syncing.sync(await syncing.addSource(script))
  expect(sync).toMatchObject({
    state: 'completed',
    pages: { '/a': 'added', '/b': 'failed', '/c': 'added' },
    reasons: { '/b': 'It took too long.' },
  })
  expect(script.fetched.filter(({ key }) => key === '/b')).toHaveLength(3)
})

test('a page that cannot be stored, or named, does not take the sync along', async () => {
  const script = createScriptedSource({
    '/a': { content: textAbout('a'), links: ['/x\0y', '/\ud800', `/${'long'.repeat(1000)}`] },
    '/b': { content: textAbout('b'), url: UNSTORABLE_URL },
    '/c': { content: 'NUL \0 and half a pair \ud800 are left out of what is stored here.' },
  })
  script.script('/b', new Error('one \0'), new Error('two'))
  script.script('/c', new Error('one \0'))
  const sync = await syncing.sync(await syncing.addSource(script))
  expect(sync.pages).toEqual({ '/a': 'added', '/b': 'failed', '/c': 'added' })
  expect(sync.reasons['/b']).toContain('index row')
})

test('a page that fails permanently is tried once, and keeps its document', async () => {
  const script = threePages()
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  script.script('/b', new SourceError('It is larger than 50 MB.'))
  const second = await syncing.sync(sourceId)
  expect(second.pages['/b']).toBe('failed')
  expect(await readDocuments(store)).toHaveLength(3)
  expect((await syncing.sync(sourceId)).pages['/b']).toBe('unchanged')
})

test('a page that a source skips has a reason, and loses the document it had', async () => {
  const script = createScriptedSource(
    Object.fromEntries(['/a', '/b', '/c', '/d'].map((key) => [key, { content: textAbout(key) }])),
  )
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  script.script('/b', { kind: 'skipped', reason: 'It says noindex.', found: [] })
  const second = await syncing.sync(sourceId)
  expect(second).toMatchObject({
    pages: { '/b': 'skipped' },
    reasons: { '/b': 'It says noindex.' },
  })
  expect((await readDocuments(store)).map(({ source_key }) => source_key)).toEqual([
    '/a',
    '/c',
    '/d',
  ])
})

test('what cannot be indexed ends as failed, with the reason', async () => {
  const script = createScriptedSource({
    '/a': { content: textAbout('a') },
    '/b': { content: 'a,b', contentType: 'application/epub+zip' },
    '/c': { content: 'x', contentType: 'application/x-nothing' },
  })
  const sync = await syncing.sync(await syncing.addSource(script))
  expect(sync.pages).toEqual({ '/a': 'added', '/b': 'failed', '/c': 'skipped' })
  expect(sync.reasons['/b']).toContain('The document could not be read')
  expect(sync.reasons['/c']).toBe('No parser supports its type, application/x-nothing.')
})

test('the first source that has an address keeps it', async () => {
  const first = await syncing.addSource(threePages(), { name: 'First' })
  const second = await syncing.addSource(threePages())
  await syncing.sync(first)
  const sync = await syncing.sync(second)
  expect(sync.pages).toEqual({ '/a': 'skipped', '/b': 'skipped', '/c': 'skipped' })
  expect(sync.reasons['/a']).toBe('Another source already has a page with this address: First.')
  expect(await readDocuments(store)).toHaveLength(3)
})

test('a page of a source is not pushed over', async () => {
  await syncing.sync(await syncing.addSource(threePages()))
  const pushed = asWorker(store, (tx) =>
    putDocument(
      { tx, queue: store.queue, tenant: store.tenant },
      {
        url: 'https://docs.example.com/a',
        title: null,
        content: 'mine',
        content_type: 'text/plain',
        visibility: 'public',
        group_id: null,
      },
    ),
  )
  await expect(pushed).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('rules by path decide who sees a page, and what an operator chose for it stays', async () => {
  const script = createScriptedSource({
    '/open/a': { content: textAbout('a') },
    '/inside/b': { content: textAbout('b') },
    '/inside/c': { content: textAbout('c') },
  })
  const rules = [{ match: '/inside/**', visibility: 'restricted' as const, labels: {} }]
  const sourceId = await syncing.addSource(script, { rules })
  await syncing.sync(sourceId)
  const before = await readDocuments(store)
  expect(before.map(({ visibility }) => visibility)).toEqual(['restricted', 'restricted', 'public'])
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, before[0]?.id ?? '', {
      visibility: 'unlisted',
      visibility_chosen: true,
    }),
  )
  script.pages.set('/inside/b', { content: textAbout('the new b') })
  await syncing.sync(sourceId)
  const after = await readDocuments(store)
  expect(after.map(({ visibility }) => visibility)).toEqual(['unlisted', 'restricted', 'public'])
})

test('one sync of a source runs at a time', async () => {
  const sourceId = await syncing.addSource(threePages())
  const [one, two] = await Promise.all([syncing.start(sourceId), syncing.start(sourceId)])
  expect(one).toBe(two)
  const turns = await Promise.all([syncing.run(one), syncing.run(one)])
  expect(turns.toSorted()).toEqual(['ended', 'not ours'])
  expect(await syncing.run(one)).toBe('not ours')
  expect((await readSync(store, one)).state).toBe('completed')
})

test('a cancelled sync ends within 2 s, and every page has a reason', async () => {
  const script = threePages()
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  script.script('/a', async () => {
    resolve()
    await new Promise(() => undefined)
  })
  const original = script.fetch.bind(script)
  script.fetch = (page, signal) =>
    Promise.race([
      original(page, signal),
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
    ])
  const syncId = await syncing.start(await syncing.addSource(script))
  const running = syncing.run(syncId)
  await asked
  const { cancelSync } = await import('./cancel-sync.ts')
  // Its page never arrives: only the cancellation ends it.
  await asWorker(store, (tx) =>
    cancelSync({ tx, queue: store.queue, tenant: store.tenant }, syncId),
  )
  expect(await running).toBe('ended')
  const sync = await readSync(store, syncId)
  expect(sync.state).toBe('cancelled')
  expect(sync.pages['/a']).toBe('skipped')
  expect(sync.reasons['/a']).toBe('The sync was cancelled.')
})
