import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../../test/support/store/store.ts'
import { changeDocument } from '../../knowledge/documents.ts'
import { loadSections } from './section-passages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

const getId = async (documentId: string, index: number): Promise<string> => {
  const { rows } = await asReader(store, (tx) =>
    sql<{ id: string }>`
      select id from readable_passages
      where document_id = ${documentId} and chunk_index = ${index}`.execute(tx),
  )
  return rows[0]?.id ?? ''
}

test('a passage comes with its neighbours on the page, in order, and without what is restricted', async () => {
  const keys = await indexPage(store, page('https://a.test/keys'), ['One.', 'Two.', 'Three.'])
  const secret = await indexPage(store, page('https://a.test/secret'), ['Four.', 'Five.'])
  const ids = [await getId(secret.id, 1), await getId(keys.id, 1)]
  const contents = async () =>
    (await loadSections(store.api.db, store.tenant, ids)).map(({ found, passages }) => [
      found.content,
      passages.map(({ content }) => content),
    ])
  const shown = ['Two.', ['One.', 'Two.', 'Three.']]
  expect(await contents()).toEqual([['Five.', ['Four.', 'Five.']], shown])
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, secret.id, {
      visibility: 'restricted',
    }),
  )
  expect(await contents()).toEqual([shown])
})
