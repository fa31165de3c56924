import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { indexPage, openStore, page } from '../../../../test/support/store/store.ts'
import { sweepHourly } from '../../jobs/sweep.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const changes = () => readRows(store, 'select knowledge_base_id from vector_changes')

test('a transaction that changes vectors is noted once, and forgotten after a day', async () => {
  await indexPage(store, page('https://a.test/keys'), ['Reset a key.', 'Keys expire.'])
  await indexPage(store, page('https://a.test/names'), ['Keys have names.'])
  expect(await changes()).toHaveLength(2)
  await readRows(
    store,
    `update vector_changes set changed_at = now() - interval '25 hours'
     where changed_by = (select min(changed_by::text::bigint)::text::xid8 from vector_changes)`,
  )
  await sweepHourly({ db: store.worker.db, queue: store.queue })
  expect(await changes()).toHaveLength(1)
})
