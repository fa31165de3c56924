import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { newId } from '../platform/new-id.ts'
import type { DocumentInput } from './put-document.ts'
import { putDocuments } from './put-document.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const putAll = (...inputs: DocumentInput[]) =>
  asWorker(store, (tx) => putDocuments({ tx, queue: store.queue, tenant: store.tenant }, inputs))

const putForOutcomes = async (...inputs: DocumentInput[]) =>
  (await putAll(...inputs)).map((put) => (put === 'conflict' ? put : put.outcome))

async function waitingUrls(): Promise<string[]> {
  const { rows } = await asWorker(store, (tx) =>
    sql<{ url: string }>`
      select d.url from documents d join pgboss.job j on j.data->>'documentId' = d.id::text
      where j.name = 'index-document' and j.state = 'created' order by d.url`.execute(tx),
  )
  return rows.map(({ url }) => url)
}

test('each page has its own outcome, in order, and only what changed is queued', async () => {
  const same = page('https://a.test/same', { content: 'same' })
  const edited = page('https://a.test/edited', { content: 'before' })
  const hidden = page('https://a.test/hidden', { content: 'hidden' })
  for (const input of [same, edited, hidden]) await indexPage(store, input, [input.content])
  await sql`delete from pgboss.job`.execute(store.worker.db)
  expect(
    await putForOutcomes(
      page('https://a.test/z-new'),
      same,
      { ...edited, content: 'after' },
      { ...hidden, visibility: 'restricted' },
      page('https://a.test/a-new'),
    ),
  ).toEqual(['created', 'unchanged', 'changed', 'changed', 'created'])
  expect(await waitingUrls()).toEqual([
    'https://a.test/a-new',
    'https://a.test/edited',
    'https://a.test/z-new',
  ])
})

test('a page of another source is left as it is, and the others are stored', async () => {
  const [taken] = await putAll(page('https://a.test/taken', { content: 'theirs' }))
  const id = taken === 'conflict' ? '' : (taken?.document.id ?? '')
  const { knowledgeBaseId: knowledge_base_id } = store.tenant
  const source = { knowledge_base_id, id: newId(), type: 'website', name: 'Site' }
  await asWorker(store, async (tx) => {
    await tx.insertInto('sources').values(source).execute()
    await tx.updateTable('documents').set({ source_id: source.id }).where('id', '=', id).execute()
  })
  const mine = page('https://a.test/taken', { content: 'mine' })
  expect(await putForOutcomes(mine, page('https://a.test/free'))).toEqual(['conflict', 'created'])
  const { content } = await asWorker(store, (tx) =>
    tx.selectFrom('documents').select('content').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(content).toBe('theirs')
})
