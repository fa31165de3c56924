import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

test('the database has the buckets that percentiles are computed for, and weeks begin on Monday', async () => {
  const [row] = await readRows<{ buckets: number[] }>(
    store,
    `select array(select time_bucket(ms) from unnest(array[0, 9, 10, 11, 12, 20, 40, 10240, 999999]) ms)
       as buckets`,
  )
  const [starts] = await readRows<{ same: boolean }>(
    store,
    `select bool_and(day - (extract(isodow from day)::int - 1) = date_trunc('week', day)::date
                 and day - (extract(day from day)::int - 1) = date_trunc('month', day)::date) as same
     from (select '2026-01-01'::date + n as day from generate_series(0, 800) n) d`,
  )
  expect(starts?.same).toBe(true)
  expect(row?.buckets).toEqual([1, 1, 2, 2, 3, 6, 10, 42, 56])
})
