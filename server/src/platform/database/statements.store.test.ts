import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTrips } from '../../../../test/support/store/count-trips.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asReader, openStore } from '../../../../test/support/store/store.ts'
import { runBothPrepared, runPrepared, sendAhead } from './statements.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

type Plans = { statement: string; generic: number; custom: number }

test('a prepared statement is planned once for all values; others are not kept', async () => {
  await asReader(store, async (tx) => {
    for (const value of [1, 2, 3]) {
      const statement = sql<{ sum: number }>`select ${value}::int + 1 as sum`
      expect(await runPrepared(tx, statement)).toEqual([{ sum: value + 1 }])
      await sql`select ${value}::int + 2`.execute(tx)
    }
    const { rows } = await sql<Plans>`
      select statement, generic_plans::int as generic, custom_plans::int as custom
      from pg_prepared_statements where statement not like '%enter_tenant%'`.execute(tx)
    expect(rows).toEqual([{ statement: 'select $1::int + 1 as sum', generic: 3, custom: 0 }])
  })
})

test('the statement behind one that was sent ahead fails with its error', async () => {
  const failing = asReader(store, async (tx) => {
    await sendAhead(tx, sql`select 1 / ${0}::int`)
    await sql`select 1`.execute(tx)
  })
  await expect(failing).rejects.toThrow('division by zero')
  const ending = asReader(store, (tx) => sendAhead(tx, sql`select 1 / ${0}::int`))
  await expect(ending).rejects.toThrow('division by zero')
})

test('two statements are answered in one trip, in one snapshot, and either can fail both', async () => {
  const both = (divisor: number) =>
    asReader(store, (tx) =>
      runBothPrepared(
        tx,
        sql<{ one: number }>`select ${1}::int as one`,
        sql<{ two: number }>`select ${2}::int / ${divisor}::int as two`,
      ),
    )
  expect(await both(1)).toEqual([[{ one: 1 }], [{ two: 2 }]])
  expect(await countTrips(store.api.pool, () => both(2))).toBe(await tripsOfOne())
  await expect(both(0)).rejects.toThrow('division by zero')
  expect(await both(1)).toEqual([[{ one: 1 }], [{ two: 2 }]])
})

const tripsOfOne = () =>
  countTrips(store.api.pool, () =>
    asReader(store, (tx) => runPrepared(tx, sql`select ${1}::int as one`)),
  )
