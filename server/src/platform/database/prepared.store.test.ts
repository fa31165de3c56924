import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../../test/support/store/store.ts'
import { asReader, openStore } from '../../../../test/support/store/store.ts'
import { PREPARED } from './prepared.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

type Plans = { statement: string; generic: number; custom: number }

test('a marked statement is planned once for all values; others are not kept', async () => {
  await asReader(store, async (tx) => {
    for (const value of [1, 2, 3]) {
      const { rows } = await sql<{
        sum: number
      }>`${PREPARED}select ${value}::int + 1 as sum`.execute(tx)
      expect(rows).toEqual([{ sum: value + 1 }])
      await sql`select ${value}::int + 2`.execute(tx)
    }
    const { rows } = await sql<Plans>`
      select statement, generic_plans::int as generic, custom_plans::int as custom
      from pg_prepared_statements`.execute(tx)
    expect(rows).toEqual([
      { statement: '/* prepared */select $1::int + 1 as sum', generic: 3, custom: 0 },
    ])
  })
})
