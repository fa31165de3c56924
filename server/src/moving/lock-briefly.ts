import { setTimeout as sleep } from 'node:timers/promises'
import { isLockTimeout } from '../platform/database/database-errors.ts'
import type { CellDatabase } from './cell-database.ts'
import { inTransaction, MoveError, queryRows } from './cell-database.ts'

/** Whoever comes later waits behind a lock that is waited for, so it is given up and tried again. */
const WAIT_MS = 500
const ATTEMPTS = 60

/** Does the work in one transaction, from its beginning again until nobody holds what it locks. */
export async function lockBriefly<Result>(
  database: CellDatabase,
  work: () => Promise<Result>,
  ifNever: string,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(database, async () => {
        await queryRows(database, `set local lock_timeout = ${WAIT_MS}`)
        return work()
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === ATTEMPTS) throw new MoveError(ifNever)
    }
    await sleep(WAIT_MS)
  }
}
