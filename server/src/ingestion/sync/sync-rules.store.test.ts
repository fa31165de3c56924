import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import { seedTenant } from '../../../../test/support/seed.ts'
import type { Store } from '../../../../test/support/store.ts'
import { asWorker, openStore } from '../../../../test/support/store.ts'
import type { Syncing } from '../../../../test/support/syncing.ts'
import { openSyncing, readDocuments, readSync } from '../../../../test/support/syncing.ts'
import { changeDocument } from '../../knowledge/documents.ts'
import { createGroup } from '../../knowledge/groups.ts'
import { applySourceRules } from '../../knowledge/source-rules.ts'
import { changeSource } from '../../knowledge/sources.ts'
import { runSync } from './run-sync.ts'

let store: Store
let syncing: Syncing

beforeAll(async () => {
  store = await openStore()
  syncing = await openSyncing(store)
})
beforeEach(async () => {
  store.tenant = await seedTenant(store.worker.db)
})
afterAll(async () => {
  await syncing.close()
  await store.close()
})

const text = (subject: string) =>
  `# ${subject}\n\nAll there is to say about ${subject}, and how it is turned, oiled and replaced.`

const RULES = [{ path: '/internal/**', visibility: 'restricted' as const }]

/** As the endpoint does. */
const patch = (sourceId: string, change: Parameters<typeof changeSource>[3]) =>
  asWorker(store, async (tx) => {
    const changed = await changeSource(tx, store.tenant.knowledgeBaseId, sourceId, change)
    await applySourceRules(tx, store.queue, store.tenant, changed, change)
  })

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
    'a.md': { content: text('a'), url: at('/public/a') },
    'b.md': { content: text('b'), url: at('/internal/b') },
    '/public/c': { content: text('c') },
    'd.md': { content: text('d'), url: at('/public/d') },
  })
  const sourceId = await syncing.addSource(script, { visibility_rules: RULES })
  await syncing.sync(sourceId)
  const chosen = (await readDocuments(store)).find(({ source_key }) => source_key === 'd.md')
  await asWorker(store, (tx) =>
    changeDocument(tx, store.queue, store.tenant, chosen?.id ?? '', {
      visibility: 'unlisted',
      visibility_chosen: true,
    }),
  )
  script.pages.set('a.md', { content: text('a'), url: at('/internal/a') })
  script.pages.set('b.md', { content: text('b'), url: at('/public/b') })
  script.pages.delete('/public/c')
  script.pages.set('/internal/c', { content: text('c') })
  script.pages.set('d.md', { content: text('d'), url: at('/internal/d') })
  const sync = await syncing.sync(sourceId)
  expect(sync.counts).toMatchObject({ moved: 4, added: 0, gone: 0 })
  expect(await byUrl()).toEqual({
    [at('/internal/a')]: 'restricted',
    [at('/public/b')]: 'public',
    [at('/internal/c')]: 'restricted',
    [at('/internal/d')]: 'unlisted',
  })
})

test('rules and a group that are given while a sync runs hold for the pages it still adds', async () => {
  const script = createScriptedSource({
    '/a': { content: text('a') },
    '/b': { content: text('b') },
  })
  const sourceId = await syncing.addSource(script)
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Staff'),
  )
  script.script('/b', () => patch(sourceId, { visibility: 'restricted', group_id: group.id }))
  await syncing.sync(sourceId)
  expect(await byUrl()).toEqual({ [at('/a')]: 'restricted', [at('/b')]: 'restricted' })
  const groups = await asWorker(store, (tx) =>
    tx.selectFrom('documents').select('group_id').execute(),
  )
  expect(groups).toEqual([{ group_id: group.id }, { group_id: group.id }])
})

test('a page that was fetched by settings before is fetched again by the next sync', async () => {
  const script = createScriptedSource({
    'a.md': { content: text('a'), version: 'v1', url: at('/old/a') },
  })
  const sourceId = await syncing.addSource(script)
  script.script('a.md', () => patch(sourceId, { settings: otherSettings }))
  await syncing.sync(sourceId)
  script.pages.set('a.md', { content: text('a'), version: 'v1', url: at('/new/a') })
  expect((await syncing.sync(sourceId)).pages).toEqual({ 'a.md': 'moved' })
  expect(await byUrl()).toEqual({ [at('/new/a')]: 'public' })
  expect((await syncing.sync(sourceId)).pages).toEqual({ 'a.md': 'unchanged' })
  expect(script.fetched).toHaveLength(2)
})

const TURN_MS = 2000
const outlastTurn = () => new Promise<void>((resolve) => setTimeout(resolve, TURN_MS + 100))

test.each(['while it is fetched', 'while it waits'])(
  'a page that may have moved is fetched again too, when the settings changed %s',
  async (moment) => {
    const script = createScriptedSource({
      'a.md': { content: text('a'), version: 'v1', url: at('/old/a') },
    })
    const sourceId = await syncing.addSource(script)
    await syncing.sync(sourceId)
    script.pages.clear()
    script.pages.set('b.md', { content: text('a'), version: 'v2', url: at('/old/b') })
    const change = () => patch(sourceId, { settings: otherSettings })
    script.script('b.md', async () => {
      if (moment === 'while it is fetched') await change()
      await outlastTurn()
    })
    const syncId = await syncing.start(sourceId)
    await runSync(syncing.deps, { ...store.tenant, syncId }, TURN_MS)
    expect((await readSync(store, syncId)).pages).toMatchObject({ 'b.md': 'waiting' })
    if (moment === 'while it waits') await change()
    await syncing.run(syncId)
    expect((await readSync(store, syncId)).pages).toMatchObject({ 'b.md': 'moved' })
    script.pages.set('b.md', { content: text('a'), version: 'v2', url: at('/new/b') })
    await syncing.sync(sourceId)
    expect(await byUrl()).toEqual({ [at('/new/b')]: 'public' })
  },
)
