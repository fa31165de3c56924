import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import { patchSource } from '../../../../test/support/store/patch-source.ts'
import { readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { textAbout, useSyncing } from '../../../../test/support/store/syncing.ts'
import { changeDocument } from '../../knowledge/documents.ts'
import { listDocuments } from '../../knowledge/list-documents.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const RULES = [
  { match: '/docs/{version}/**', labels: { product: ['cli'] } },
  { match: '/**', labels: { version: ['*'] } },
]

const at = (path: string) => `https://docs.example.com${path}`

async function readLabels(): Promise<Record<string, object>> {
  const { documents } = await asWorker(store, (tx) => listDocuments(tx, {}, { limit: 100 }))
  return Object.fromEntries(documents.map(({ url, labels }) => [new URL(url).pathname, labels]))
}

const countListed = async (): Promise<number> =>
  (
    await readRows(
      store,
      `select from document_labels where knowledge_base_id = '${store.tenant.knowledgeBaseId}'`,
    )
  ).length

test('pages have the labels of the rules, also where they move to', async () => {
  const script = createScriptedSource({
    'a.md': { content: textAbout('a'), url: at('/docs/1/a') },
    'b.md': { content: textAbout('b'), url: at('/blog/b') },
  })
  const sourceId = await syncing.addSource(script, { rules: RULES })
  await syncing.sync(sourceId)
  expect(await readLabels()).toEqual({
    '/docs/1/a': { version: ['1'], product: ['cli'] },
    '/blog/b': { version: ['*'] },
  })
  script.pages.set('a.md', { content: textAbout('a'), url: at('/docs/2/a') })
  await syncing.sync(sourceId)
  expect(await readLabels()).toEqual({
    '/docs/2/a': { version: ['2'], product: ['cli'] },
    '/blog/b': { version: ['*'] },
  })
})

test('changed rules relabel the documents, and nothing is fetched or embedded for it', async () => {
  const script = createScriptedSource({
    'a.md': { content: textAbout('a'), url: at('/docs/1/a') },
    'b.md': { content: textAbout('b'), url: at('/docs/2/b') },
  })
  const sourceId = await syncing.addSource(script, { rules: RULES })
  await syncing.sync(sourceId)
  const [document] = (await asWorker(store, (tx) => listDocuments(tx, {}, { limit: 1 }))).documents
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, document?.id ?? '', {
      given_labels: JSON.stringify({ version: ['chosen'] }),
    }),
  )
  const embedded = syncing.embedded.length
  await patchSource(store, sourceId, { rules: [{ match: '/docs/{edition}/**', labels: {} }] })
  const labels = await readLabels()
  expect(labels).toEqual({
    '/docs/1/a': expect.objectContaining({ edition: ['1'] }),
    '/docs/2/b': expect.objectContaining({ edition: ['2'] }),
  })
  expect(labels[new URL(document?.url ?? '').pathname]).toMatchObject({ version: ['chosen'] })
  expect(await countListed()).toBe(3)
  expect(syncing.embedded.length).toBe(embedded)
  await patchSource(store, sourceId, { name: 'Other' })
  expect(await countListed()).toBe(3)
  await patchSource(store, sourceId, { rules: [] })
  expect(await countListed()).toBe(1)
})

test('a page that names a label itself goes before the rules', async () => {
  const page = (version: string) => ({
    content: `---\nversion: ${version}\n---\n\n${textAbout('a')}`,
    url: at('/docs/1/a'),
  })
  const script = createScriptedSource({ 'a.md': page('1.10') })
  const sourceId = await syncing.addSource(script, { rules: RULES })
  await syncing.sync(sourceId)
  expect(await readLabels()).toEqual({ '/docs/1/a': { version: ['1.10'], product: ['cli'] } })
  const embedded = syncing.embedded.length
  script.pages.set('a.md', page('1.20'))
  await syncing.sync(sourceId)
  expect(await readLabels()).toEqual({ '/docs/1/a': { version: ['1.20'], product: ['cli'] } })
  // Its text is the same.
  expect(syncing.embedded.length).toBe(embedded)
})
