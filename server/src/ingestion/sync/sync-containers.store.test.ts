import { expect, test } from 'vitest'
import type { ScriptedPage } from '../../../../test/fakes/scripted-source.ts'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import { patchSource } from '../../../../test/support/store/patch-source.ts'
import { readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { textAbout, useSyncing } from '../../../../test/support/store/syncing.ts'
import { deleteGroup } from '../../knowledge/deletion/delete-group.ts'
import { changeDocument } from '../../knowledge/documents.ts'
import { createGroup } from '../../knowledge/groups.ts'
import { previewRules } from '../../sources/preview-rules.ts'
import { findSource } from '../../sources/sources.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const page = (name: string, change: Partial<ScriptedPage>): ScriptedPage => ({
  content: textAbout(name),
  url: `https://docs.example.com/${name}`,
  version: '1',
  ...change,
})

async function addGroup(name: string): Promise<string> {
  const { knowledgeBaseId } = store.tenant
  return (await asWorker(store, (tx) => createGroup(tx, knowledgeBaseId, name))).id
}

/** By the last segment of the address. */
async function readPages() {
  const documents = await asWorker(store, (tx) =>
    tx
      .selectFrom('documents')
      .select(['url', 'visibility', 'group_id', 'labels', 'containers'])
      .execute(),
  )
  return Object.fromEntries(documents.map(({ url, ...rest }) => [url.split('/').at(-1), rest]))
}

const change = (id: string, chosen: Parameters<typeof changeDocument>[2]) =>
  asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, chosen),
  )

test('a page has what the rules say of what it is in', async () => {
  const staff = await addGroup('Staff')
  const script = createScriptedSource({
    a: page('a', { containers: ['space:HR'] }),
    b: page('b', { containers: ['space:DOC', 'space:DOC', 'bad:\0name'], links: ['c'] }),
    c: page('c', { hidden: true, containers: ['space:HR'] }),
    d: page('d', {}),
  })
  const rules = [
    { match: 'space:HR', visibility: 'unlisted' as const, group_id: staff, labels: {} },
    { match: 'space:{team}', labels: {} },
  ]
  await syncing.sync(await syncing.addSource(script, { rules }))
  const hr = { visibility: 'unlisted', group_id: staff, labels: { team: ['HR'] } }
  const open = { visibility: 'public', group_id: null }
  expect(await readPages()).toEqual({
    a: { ...hr, containers: ['space:HR'] },
    b: { ...open, labels: { team: ['DOC'] }, containers: ['space:DOC', 'bad:name'] },
    c: { ...hr, containers: ['space:HR'] },
    d: { ...open, labels: {}, containers: [] },
  })
})

test('changed rules apply to pages that did not change, and nothing is fetched for it', async () => {
  const [staff, guests] = [await addGroup('Staff'), await addGroup('Guests')]
  const script = createScriptedSource({
    a: page('a', { containers: ['space:HR'] }),
    b: page('b', { containers: ['space:HR'] }),
    c: page('c', { containers: ['space:DOC'] }),
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  const [chosen] = await readRows<{ id: string }>(
    store,
    `select id from documents where url like '%/b' and knowledge_base_id = '${store.tenant.knowledgeBaseId}'`,
  )
  await change(chosen?.id ?? '', {
    group_id: guests,
    visibility: 'unlisted',
    visibility_chosen: true,
  })
  const [fetched, embedded] = [script.fetched.length, syncing.embedded.length]
  await patchSource(store, sourceId, {
    rules: [{ match: 'space:HR', group_id: staff, visibility: 'restricted', labels: {} }],
  })
  expect(await readPages()).toMatchObject({
    a: { group_id: staff, visibility: 'restricted' },
    // What an operator chose stays.
    b: { group_id: guests, visibility: 'unlisted' },
    c: { group_id: null, visibility: 'public' },
  })
  await patchSource(store, sourceId, { rules: [] })
  expect(await readPages()).toMatchObject({
    a: { group_id: null, visibility: 'public' },
    b: { group_id: guests, visibility: 'unlisted' },
  })
  expect([script.fetched.length, syncing.embedded.length]).toEqual([fetched, embedded])
})

test.each(['1', '2'])(
  'a page that is put elsewhere, now version %s, follows the rules',
  async (version) => {
    const staff = await addGroup('Staff')
    const script = createScriptedSource({ a: page('a', { containers: ['space:DOC'] }) })
    const rules = [
      { match: 'space:HR', group_id: staff, visibility: 'restricted' as const, labels: {} },
      { match: 'space:{team}', labels: {} },
    ]
    const sourceId = await syncing.addSource(script, { rules })
    await syncing.sync(sourceId)
    const fetched = script.fetched.length
    script.pages.set('a', page('a', { containers: ['space:HR'], version }))
    await syncing.sync(sourceId)
    expect(await readPages()).toEqual({
      a: {
        group_id: staff,
        visibility: 'restricted',
        labels: { team: ['HR'] },
        containers: ['space:HR'],
      },
    })
    expect(script.fetched.length).toBe(version === '1' ? fetched : fetched + 1)
    script.pages.set('a', page('a', { containers: [], version }))
    await syncing.sync(sourceId)
    expect(await readPages()).toEqual({
      a: { group_id: null, visibility: 'public', labels: {}, containers: [] },
    })
  },
)

test('a page that moves and waits for it keeps what it is in', async () => {
  const script = createScriptedSource({ a: page('a', { containers: ['space:DOC'] }) })
  const rules = [{ match: 'space:{team}', labels: {} }]
  const sourceId = await syncing.addSource(script, { rules })
  await syncing.sync(sourceId)
  script.pages.clear()
  script.pages.set('b', {
    ...page('a', { containers: ['space:HR'] }),
    url: page('b', {}).url ?? '',
  })
  expect((await syncing.sync(sourceId)).counts).toMatchObject({ moved: 1 })
  expect(await readPages()).toMatchObject({
    b: { labels: { team: ['HR'] }, containers: ['space:HR'] },
  })
})

test('a preview counts the documents of each rule and changes nothing', async () => {
  const staff = await addGroup('Staff')
  const script = createScriptedSource({
    a: page('a', { containers: ['space:HR'] }),
    b: page('b', { containers: ['space:HR', 'label:old'] }),
    c: page('c', { containers: ['space:DOC'] }),
    d: page('d', {}),
  })
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  const before = await readPages()
  const preview = await asWorker(store, async (tx) =>
    previewRules(tx, await findSource(tx, sourceId), [
      { match: 'space:*', labels: {}, visibility: 'public' },
      { match: 'space:HR', labels: {}, visibility: 'restricted' },
      { match: 'label:old', labels: {}, group_id: staff },
      { match: 'space:ELSE', labels: { a: ['b'] } },
    ]),
  )
  expect(preview).toEqual({
    documents: 4,
    rules: [
      { matches: 3, decides: 3 },
      { matches: 2, decides: 0 },
      { matches: 1, decides: 1 },
      { matches: 0, decides: 0 },
    ],
    unmatched: 1,
    changes: 1,
    containers: [
      { name: 'space:HR', documents: 2 },
      { name: 'label:old', documents: 1 },
      { name: 'space:DOC', documents: 1 },
    ],
  })
  expect(await readPages()).toEqual(before)
})

test('a group that a rule names is deleted only when it is told where its pages go', async () => {
  const [staff, guests] = [await addGroup('Staff'), await addGroup('Guests')]
  const rules = [
    { match: 'space:HR', group_id: staff, labels: {} },
    { match: 'space:{team}', labels: {} },
  ]
  const sourceId = await syncing.addSource(createScriptedSource(), { rules })
  const remove = (moveTo?: string | null) =>
    asWorker(store, (tx) =>
      deleteGroup({ tx, queue: store.queue, tenant: store.tenant }, staff, moveTo),
    )
  await expect(remove()).rejects.toMatchObject({ code: 'CONFLICT' })
  await remove(guests)
  const { rules: moved } = await asWorker(store, (tx) => findSource(tx, sourceId))
  expect(moved).toEqual([{ ...rules[0], group_id: guests }, rules[1]])
})

test('the version before reads the rules it knows, and this one what that writes', async () => {
  const rules = [
    { match: '/a/**', visibility: 'restricted' as const, labels: {} },
    { match: 'space:HR', visibility: 'restricted' as const, labels: {} },
    { match: '/docs/{version}/**', labels: { product: ['cli'] } },
  ]
  const sourceId = await syncing.addSource(createScriptedSource(), { rules })
  const read = async () =>
    (
      await readRows(
        store,
        `select visibility_rules, label_rules, rules from sources where id = '${sourceId}'`,
      )
    )[0]
  expect(await read()).toEqual({
    visibility_rules: [{ path: '/a/**', visibility: 'restricted' }],
    label_rules: [{ match: '/docs/{version}/**', labels: { product: ['cli'] } }],
    rules,
  })
  await readRows(
    store,
    `update sources set visibility_rules = '[{"path": "/b", "visibility": "unlisted"}]'
     where id = '${sourceId}'`,
  )
  expect(await read()).toMatchObject({
    rules: [{ match: '/b', visibility: 'unlisted', labels: {} }, rules[2]],
  })
  await patchSource(store, sourceId, { rules: [] })
  expect(await read()).toEqual({ visibility_rules: [], label_rules: [], rules: [] })
})
