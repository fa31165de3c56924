import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import { patchSource } from '../../../../test/support/store/patch-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import {
  readDocuments,
  readSync,
  textAbout,
  useSyncing,
} from '../../../../test/support/store/syncing.ts'
import { changeDocument } from '../../knowledge/documents.ts'
import { createGroup } from '../../knowledge/groups.ts'
import { runSync } from './run-sync.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const RULES = [{ match: '/internal/**', visibility: 'restricted' as const, labels: {} }]

const otherSettings: SourceSettings = {
  type: 'website',
  url: 'https://docs.example.com/',
  include: ['/**'],
  exclude: [],
  max_pages: 1000,
  render: false,
}

const byUrl = async () =>
  Object.fromEntries((await readDocuments(store)).map(({ url, visibility }) => [url, visibility]))

const at = (path: string) => `https://docs.example.com${path}`

test('a page that moves gets the visibility of its new address', async () => {
  const script = createScriptedSource({
    'a.md': { content: textAbout('a'), url: at('/public/a') },
    'b.md': { content: textAbout('b'), url: at('/internal/b') },
    '/public/c': { content: textAbout('c') },
    'd.md': { content: textAbout('d'), url: at('/public/d') },
  })
  const sourceId = await syncing.addSource(script, { rules: RULES })
  await syncing.sync(sourceId)
  const chosen = (await readDocuments(store)).find(({ source_key }) => source_key === 'd.md')
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, chosen?.id ?? '', {
      visibility: 'unlisted',
      visibility_chosen: true,
    }),
  )
  script.pages.set('a.md', { content: textAbout('a'), url: at('/internal/a') })
  script.pages.set('b.md', { content: textAbout('b'), url: at('/public/b') })
  script.pages.delete('/public/c')
  script.pages.set('/internal/c', { content: textAbout('c') })
  script.pages.set('d.md', { content: textAbout('d'), url: at('/internal/d') })
  const sync = await syncing.sync(sourceId)
  expect(sync.counts).toMatchObject({ moved: 4, added: 0, gone: 0 })
  expect(await byUrl()).toEqual({
    [at('/internal/a')]: 'restricted',
    [at('/public/b')]: 'public',
    [at('/internal/c')]: 'restricted',
    [at('/internal/d')]: 'unlisted',
  })
})

test('rules and a group set during a sync apply to the pages it still adds', async () => {
  const script = createScriptedSource({
    '/a': { content: textAbout('a') },
    '/b': { content: textAbout('b') },
  })
  const sourceId = await syncing.addSource(script)
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Staff'),
  )
  script.script('/b', () =>
    patchSource(store, sourceId, { visibility: 'restricted', group_id: group.id }),
  )
  await syncing.sync(sourceId)
  expect(await byUrl()).toEqual({ [at('/a')]: 'restricted', [at('/b')]: 'restricted' })
  const groups = await asWorker(store, (tx) =>
    tx.selectFrom('documents').select('group_id').execute(),
  )
  expect(groups).toEqual([{ group_id: group.id }, { group_id: group.id }])
})

test('a page that was fetched by settings before is fetched again by the next sync', async () => {
  const script = createScriptedSource({
    'a.md': { content: textAbout('a'), version: 'v1', url: at('/old/a') },
  })
  const sourceId = await syncing.addSource(script)
  script.script('a.md', () => patchSource(store, sourceId, { settings: otherSettings }))
  await syncing.sync(sourceId)
  script.pages.set('a.md', { content: textAbout('a'), version: 'v1', url: at('/new/a') })
  expect((await syncing.sync(sourceId)).pages).toEqual({ 'a.md': 'moved' })
  expect(await byUrl()).toEqual({ [at('/new/a')]: 'public' })
  expect((await syncing.sync(sourceId)).pages).toEqual({ 'a.md': 'unchanged' })
  expect(script.fetched).toHaveLength(2)
})

test.each(['while it is fetched', 'while it waits'])(
  'a page that may have moved is fetched again too, when the settings changed %s',
  async (moment) => {
    const script = createScriptedSource({
      'a.md': { content: textAbout('a'), version: 'v1', url: at('/old/a') },
    })
    const sourceId = await syncing.addSource(script)
    await syncing.sync(sourceId)
    script.pages.clear()
    script.pages.set('b.md', { content: textAbout('a'), version: 'v2', url: at('/old/b') })
    const change = () => patchSource(store, sourceId, { settings: otherSettings })
    let isOver = false
    script.script('b.md', async () => {
      if (moment === 'while it is fetched') await change()
      isOver = true
    })
    const syncId = await syncing.start(sourceId)
    await runSync(syncing.deps, { ...store.tenant, syncId }, () => isOver)
    expect((await readSync(store, syncId)).pages).toMatchObject({ 'b.md': 'waiting' })
    if (moment === 'while it waits') await change()
    await syncing.run(syncId)
    expect((await readSync(store, syncId)).pages).toMatchObject({ 'b.md': 'moved' })
    script.pages.set('b.md', { content: textAbout('a'), version: 'v2', url: at('/new/b') })
    await syncing.sync(sourceId)
    expect(await byUrl()).toEqual({ [at('/new/b')]: 'public' })
  },
)
