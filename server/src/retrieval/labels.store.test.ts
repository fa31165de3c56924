import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { changeDocument, deleteDocument } from '../knowledge/documents.ts'
import { putDocument } from '../knowledge/put-document.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import { buildCopy } from '../knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../knowledge/spaces/embedding-space-index.ts'
import { analyse, termId } from '../text/terms.ts'
import { findCandidates } from './candidates.ts'

const url = (name: string) => `https://a.test/${name}`

let store: Store
let ids: Map<string, string>
beforeAll(async () => {
  store = await openStore()
  const pages: [string, Record<string, string[]>][] = [
    ['old', { version: ['1'], product: ['cli'] }],
    ['new', { version: ['2'], product: ['cli'] }],
    ['both', { version: ['1', '2'] }],
    ['every', { version: ['*'] }],
    ['none', {}],
  ]
  ids = new Map()
  for (const [name, labels] of pages) {
    const { id } = await indexPage(store, page(url(name), { labels }), ['Reset a key.'])
    ids.set(id, name)
  }
})
afterAll(() => store.close())

type Filter = Record<string, string[]>

async function find(filter: Filter | null, text = 'reset key'): Promise<string[]> {
  const { tenant } = store
  const terms = analyse(text).map((term) => termId(tenant.knowledgeBaseId, term))
  const space = await asWorker(store, activeSpace)
  const found = await asReader(store, (tx) =>
    findCandidates(tx, {
      queries: [{ language: 'en', terms }],
      spaceId: space.id,
      vector: '[1,0,0]',
      similarityBaseline: 0,
      groupIds: null,
      filter,
    }),
  )
  return found.map(({ documentId }) => ids.get(documentId) ?? documentId).sort()
}

const EXPECTED: [Filter | null, string[]][] = [
  [null, ['both', 'every', 'new', 'none', 'old']],
  [{}, ['both', 'every', 'new', 'none', 'old']],
  [{ version: ['2'] }, ['both', 'every', 'new']],
  [{ version: ['1', '2'] }, ['both', 'every', 'new', 'old']],
  [{ version: ['2'], product: ['cli'] }, ['new']],
  [{ version: ['3'] }, ['every']],
  [{ colour: ['2'] }, []],
  [{ version: ["2' or true --"] }, ['every']],
]

test.for(EXPECTED)('both retrievers find what fits %j', async ([filter, names]) => {
  expect(await find(filter)).toEqual(names)
  // No word of it is known, so only the vectors find something.
  expect(await find(filter, 'zyzzyva')).toEqual(names)
})

test('so does an index of vectors, with a search of what it may miss', async () => {
  const active = await asWorker(store, activeSpace)
  const indexes = createSpaceIndexes(store.ownerUrl)
  await buildCopy(
    { db: store.worker.db, indexes },
    store.tenant,
    active,
    new AbortController().signal,
  )
  for (const [filter, names] of EXPECTED)
    expect(await find(filter), JSON.stringify(filter)).toEqual(names)
})

const listed = (name: string) =>
  readRows<{ name: string; value: string; visibility: string }>(
    store,
    `select l.name, l.value, l.visibility from document_labels l
     join documents d on d.id = l.document_id where d.url = '${url(name)}' order by 1, 2`,
  )

test('a document put again keeps its labels, or has those given with it', async () => {
  const unit = (work: (unit: Parameters<typeof putDocument>[0]) => Promise<unknown>) =>
    asWorker(store, (tx) => work({ tx, queue: store.queue, tenant: store.tenant }))
  const labels = { version: ['7'] }
  await unit((one) => putDocument(one, page(url('put'), { labels })))
  const again = await asWorker(store, (tx) =>
    putDocument({ tx, queue: store.queue, tenant: store.tenant }, page(url('put'))),
  )
  expect(again).toMatchObject({ outcome: 'unchanged', document: { labels } })
  const changed = await asWorker(store, (tx) =>
    putDocument(
      { tx, queue: store.queue, tenant: store.tenant },
      page(url('put'), { labels: { product: ['a', 'b'] } }),
    ),
  )
  expect(changed).toMatchObject({
    outcome: 'changed',
    document: { labels: { product: ['a', 'b'] }, state: 'pending' },
  })
  expect(await listed('put')).toEqual([
    { name: 'product', value: 'a', visibility: 'public' },
    { name: 'product', value: 'b', visibility: 'public' },
  ])
})

test('readers know no label of a restricted document, and none is left of a deleted one', async () => {
  const document = await indexPage(
    store,
    page(url('secret'), { labels: { version: ['secret'] } }),
    ['Reset a key.'],
  )
  const known = () =>
    asReader(store, (tx) =>
      tx.selectFrom('readable_labels').select('value').where('value', '=', 'secret').execute(),
    )
  expect(await known()).toHaveLength(1)
  const unit = { queue: store.queue, tenant: store.tenant }
  await asWorker(store, (tx) =>
    changeDocument({ tx, ...unit }, document.id, { visibility: 'restricted' }),
  )
  expect(await known()).toEqual([])
  expect(await find({ version: ['secret'] })).toEqual(['every'])
  await asWorker(store, (tx) => deleteDocument({ tx, ...unit }, document.id))
  expect(await readRows(store, `select from document_labels where value = 'secret'`)).toEqual([])
})

test('labels of another knowledge base are not seen', async () => {
  const other = await seedTenant(store.worker.db)
  await indexPage(store, page(url('theirs'), { labels: { version: ['9'] } }), ['Reset.'], other)
  const read = (tenant: typeof other) =>
    asReader(
      store,
      (tx) =>
        tx.selectFrom('readable_labels').select('value').where('name', '=', 'version').execute(),
      tenant,
    )
  expect(await read(other)).toEqual([{ value: '9' }])
  expect(await read(store.tenant)).not.toContainEqual({ value: '9' })
})
