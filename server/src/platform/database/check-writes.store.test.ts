import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { createWriteCheck } from './check-writes.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

/** What this database's transactions have committed. */
const commits = async (): Promise<number> => {
  const [row] = await readRows<{ xid: string }>(store, 'select pg_current_xact_id()::text as xid')
  return Number(row?.xid)
}

test.each(['api', 'worker'] as const)(
  'the %s role may write, at most once in 10 s',
  async (role) => {
    let nowMs = 0
    const statements: string[] = []
    const db = store[role].db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements.push(JSON.stringify(result.rows))
        return result
      },
    })
    const check = createWriteCheck(db, () => nowMs)
    const before = await commits()
    for (const ms of [0, 1, 9_999, 10_000, 10_001]) {
      nowMs = ms
      await check()
    }
    // Five looks and two writes. Each write is a transaction with an id, and so is each count of them.
    expect(statements).toHaveLength(7)
    expect((await commits()) - before).toBeGreaterThanOrEqual(3)
  },
)

test('a database that only reads fails it, also right after a write', async () => {
  const check = createWriteCheck(store.api.db)
  await check()
  await check()
  const readOnly = store.api.db.transaction().setAccessMode('read only')
  await expect(readOnly.execute((tx) => createWriteCheck(tx)())).rejects.toThrow('read-only')
})
