import { sql } from 'kysely'
import type { Job } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore, page } from '../../../test/support/store/store.ts'
import { indexDocument } from '../ingestion/index-document.ts'
import { changeDocument, deleteDocument, findDocument } from '../knowledge/documents.ts'
import { putDocument } from '../knowledge/put-document.ts'
import type { Embedder } from '../models/embedding/embedder.ts'
import { createEmbedders } from '../models/embedding/embedders.ts'
import { ModelError } from '../models/model-error.ts'
import { UnreadableDocument } from '../parsing/unreadable-document.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'
import type { WorkerDeps } from './index-document.ts'
import { runJobs } from './index-document.ts'

let store: Store
let deps: WorkerDeps
/** How many texts each call embedded. */
let calls: number[]
let onEmbed: () => void | Promise<void>

const embedder: Embedder = {
  model: 'test',
  dimensions: 3,
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => {
    calls.push(texts.length)
    await onEmbed()
    if (texts.some((text) => text.includes('REFUSED'))) {
      throw new ModelError('The text is refused.', { retryable: false })
    }
    return texts.map((text) => Float32Array.from([text.length, 1, 0]))
  },
  embedQuery: async () => Float32Array.from([1, 0, 0]),
  close: async () => {},
}

beforeAll(async () => {
  store = await openStore()
  deps = {
    db: store.worker.db,
    queue: store.queue,
    embedders: createEmbedders([embedder]),
    metrics: createMetrics(),
    log: createLog('silent'),
    stopSignal: new AbortController().signal,
    parser: {
      async parse({ content }) {
        const text = content.toString()
        if (text === 'BROKEN') throw new UnreadableDocument('it is broken')
        const passages = text.split('\n').map((line, index) => ({
          index,
          content: line,
          headingPath: [],
          anchor: null,
          blocks: [{ kind: 'text' as const, start: 0, end: line.length }],
        }))
        return { title: 'Page', passages }
      },
    },
  }
})
beforeEach(async () => {
  calls = []
  onEmbed = () => undefined
  store.tenant = await seedTenant(store.worker.db)
  await sql`delete from pgboss.job`.execute(store.worker.db)
})
afterAll(() => store.close())

const put = (name: string, content: string) =>
  asWorker(store, async (tx) => {
    const input = page(`https://a.test/${name}`, { content })
    return (await putDocument({ tx, queue: store.queue, tenant: store.tenant }, input)).document.id
  })

/** As a worker's slot takes them. */
const take = (): Promise<Job<IndexDocumentJob>[]> =>
  store.queue
    .fetch<IndexDocumentJob>('index-document', { batchSize: 100 })
    .then((jobs) => jobs.map((job) => ({ ...job, signal: new AbortController().signal })))

const run = async (isLate = () => false) =>
  (await runJobs(deps, await take(), { isLate })).map(({ status }) => status)

const readState = async (id: string) => {
  const document = await asWorker(store, (tx) => findDocument(tx, id))
  return `${document?.state} ${document?.passage_count}`
}

/** All that is stored of passages, without ids. */
const rows = () =>
  asWorker(store, async (tx) => {
    const passages = await sql`
      select d.url, d.title, d.language, d.passage_count, p.chunk_index, p.content, p.visibility,
             cardinality(p.terms) as terms, v.visibility as vector_visibility, v.embedding::text
      from documents d left join passages p on p.document_id = d.id
      left join passage_vectors v on v.passage_id = p.id and v.document_id = d.id
      order by d.url, p.chunk_index`.execute(tx)
    const terms = await sql`
      select passages, count(*) from term_statistics where passages > 0
      group by passages order by passages`.execute(tx)
    return { passages: passages.rows, terms: terms.rows }
  })

const PAGES = [
  'One quokka.\nTwo quokkas.',
  'A wombat and a quokka.',
  'Three wombats.\nFour.\nFive.',
]

test('documents indexed together leave the rows that they leave one by one, first and changed', async () => {
  const contents = [PAGES, PAGES.map((text) => `${text}\nA new numbat.`)]
  const all: unknown[] = []
  for (const isTogether of [true, false]) {
    store.tenant = await seedTenant(store.worker.db)
    for (const versions of contents) {
      const ids: string[] = []
      for (const [index, text] of versions.entries()) ids.push(await put(`${index}`, text))
      await asWorker(store, (tx) =>
        changeDocument({ tx, queue: store.queue, tenant: store.tenant }, ids[1] ?? '', {
          visibility: 'restricted',
        }),
      )
      if (isTogether) await run()
      else for (const { data, signal } of await take()) await indexDocument(deps, data, signal)
      all.push(await rows())
    }
  }
  expect(all.slice(0, 2)).toEqual(all.slice(2))
  // One call for each batch, and one for each document alone, in any order.
  expect(calls.slice(0, 2)).toEqual([6, 9])
  expect(calls).toHaveLength(2 + 6)
})

test('a document that cannot be read fails alone', async () => {
  const ids = [await put('a', 'One.'), await put('b', 'BROKEN'), await put('c', 'Three.')]
  expect(await run()).toEqual(['completed', 'completed', 'completed'])
  expect(await Promise.all(ids.map(readState))).toEqual(['indexed 1', 'failed 0', 'indexed 1'])
})

test('a document that cannot be embedded or stored fails alone, and is tried again', async () => {
  const texts = ['One.', 'REFUSED', 'Three.', 'PostgreSQL stores no \0 in a text.']
  const ids: string[] = []
  for (const [index, text] of texts.entries()) {
    ids.push(await put(`${index}`, text.replace('\0', 'zero')))
  }
  const { parser } = deps
  const storing: WorkerDeps = {
    ...deps,
    parser: {
      ...parser,
      parse: (document) =>
        parser.parse({ ...document, content: document.content.toString().replace('zero', '\0') }),
    },
  }
  const results = await runJobs(storing, await take(), { isLate: () => false })
  const statuses = results.map(({ status }) => status).toSorted()
  expect(statuses).toEqual(['completed', 'completed', 'failed', 'failed'])
  const states = ['indexed 1', 'pending 0', 'indexed 1', 'pending 0']
  expect(await Promise.all(ids.map(readState))).toEqual(states)
})

test('an embedding server that is down is not asked again for each document', async () => {
  for (const name of ['a', 'b', 'c']) await put(name, 'Text.')
  onEmbed = () => {
    throw new ModelError('It is down.', { retryable: true })
  }
  expect(await run()).toEqual(['failed', 'failed', 'failed'])
  expect(calls).toEqual([3])
})

test('of documents indexed together, one that changes meanwhile is left to its next job and one that is deleted is left out', async () => {
  const [kept, changed, deleted] = [
    await put('a', 'A.'),
    await put('b', 'B.'),
    await put('c', 'C.'),
  ]
  onEmbed = async () => {
    onEmbed = () => undefined
    await put('b', 'B changed.')
    await asWorker(store, (tx) =>
      deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, deleted),
    )
  }
  expect(await run()).toEqual(['completed', 'completed', 'completed'])
  expect(await Promise.all([kept, changed, deleted].map(readState))).toEqual([
    'indexed 1',
    'pending 0',
    'undefined undefined',
  ])
  expect(await run()).toEqual(['completed'])
  const { passages } = await rows()
  expect(passages).toMatchObject([{ content: 'A.' }, { content: 'B changed.' }])
})

test('documents are stored before all are read, and those that wait too long are queued again', async () => {
  const long = Array.from({ length: 60 }, (_, index) => `Line ${index}.`).join('\n')
  for (const name of ['a', 'b', 'c', 'd']) await put(name, long)
  expect(await run(() => calls.length > 0)).toEqual(Array(4).fill('completed'))
  expect(calls).toEqual([120])
  expect((await take()).map(({ data }) => data.knowledgeBaseId)).toEqual(
    Array(2).fill(store.tenant.knowledgeBaseId),
  )
})

test('documents of two knowledge bases in one batch each stay in their own', async () => {
  const first = store.tenant
  await put('a', 'Text of the first.')
  const second = (store.tenant = await seedTenant(store.worker.db))
  await put('a', 'Text of the second.')
  expect(await run()).toEqual(['completed', 'completed'])
  const contents: unknown[] = []
  for (const tenant of [first, second]) {
    store.tenant = tenant
    contents.push((await rows()).passages)
  }
  expect(contents).toMatchObject([
    [{ content: 'Text of the first.' }],
    [{ content: 'Text of the second.' }],
  ])
})
