import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MODEL_DIR, startService } from '../support/service.ts'
import { createDatabase, readRows } from '../support/store/services.ts'

/** More than the pauses between most looks at the database. */
const COUNTED_SECONDS = 40

test('a service that nobody uses has at most one transaction a second', async () => {
  await using database = await createDatabase()
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const count = async () => {
    // What a session has done is counted once it has been idle for a moment.
    const [row] = await readRows<{ count: number }>(
      database,
      `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = '${name}'`,
    )
    return row?.count ?? 0
  }
  await using _service = await startService({
    databaseUrl: database.ownerUrl,
    env: { EMBEDDING_MODEL_DIR: MODEL_DIR },
  })
  // It starts first, which takes longer on a busy machine.
  const counted = async () => {
    const before = await count()
    await sleep(COUNTED_SECONDS * 1_000)
    return (await count()) - before
  }
  await expect.poll(counted, { timeout: 400_000 }).toBeLessThanOrEqual(COUNTED_SECONDS)
})
