import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../../test/support/store/store.ts'
import { asWorker } from '../../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../../test/support/store/syncing.ts'
import { readDocuments, textAbout, useSyncing } from '../../../../../test/support/store/syncing.ts'
import { listSyncPages } from './list-sync-pages.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const readDeadLinks = async ({ id }: { id: string }) => {
  const list = await asWorker(store, (tx) =>
    listSyncPages(tx, id, { state: 'dead_link', limit: 10 }),
  )
  return list.pages.map(({ key, linked_from }) => [key, linked_from])
}

const fivePages = () =>
  createScriptedSource({
    '/a': { content: textAbout('a'), links: ['/b', '/missing'], etag: '"1"' },
    '/b': { content: textAbout('b'), links: ['/missing'] },
    '/c': { content: textAbout('c') },
    '/d': { content: textAbout('d') },
  })

test('a link to what never was a page is a dead link, with the page that has it', async () => {
  const script = fivePages()
  const sourceId = await syncing.addSource(script)
  // In the second the page that has the link answers 304.
  for (const round of ['first', 'second']) {
    const sync = await syncing.sync(sourceId)
    expect(sync, round).toMatchObject({
      state: 'completed',
      counts: { dead_links: 1, gone: 0, failed: 0 },
    })
    const [link] = await readDeadLinks(sync)
    expect(link, round).toEqual(['/missing', expect.stringMatching(/^\/[ab]$/)])
    expect(sync.reasons['/missing']).toBe('It answered 404.')
  }
})

test('a page that was there is gone, and a link to it is dead from the next sync on', async () => {
  const script = fivePages()
  script.pages.set('/missing', { content: textAbout('not missing yet'), hidden: true })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  script.pages.delete('/missing')
  const second = await syncing.sync(sourceId)
  expect(second.counts).toMatchObject({ gone: 1, dead_links: 0 })
  expect(await readDocuments(store)).toHaveLength(4)
  expect((await syncing.sync(sourceId)).counts).toMatchObject({ gone: 0, dead_links: 1 })
})

test('a page that moved to nowhere is gone, and where it points is a dead link of it', async () => {
  const script = fivePages()
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  script.script('/d', { kind: 'moved', to: { key: '/nowhere', version: null } })
  const sync = await syncing.sync(sourceId)
  expect(sync.pages['/d']).toBe('gone')
  expect(sync.reasons['/d']).toBe('Moved to /nowhere, which is not there.')
  expect(await readDeadLinks(sync)).toContainEqual(['/nowhere', '/d'])
  expect(await readDocuments(store)).toHaveLength(3)
})

test('a file that vanished between listing and reading is no link', async () => {
  const script = createScriptedSource({
    'a.md': { content: textAbout('a'), url: 'https://a.example/a' },
  })
  script.script('a.md', { kind: 'gone', reason: 'The file was deleted.' })
  const settings = { type: 'files', base_url: 'https://a.example/' } as const
  const sync = await syncing.sync(await syncing.addSource(script, { settings }))
  expect(sync.counts).toMatchObject({ gone: 1, dead_links: 0 })
})
