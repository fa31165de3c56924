import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'

export type MovedTenants = {
  /** The cell that serves this workspace or knowledge base, if it has moved there. */
  makeCell: (id: string) => string | undefined
  /** Reads again what has moved. Until it is read, the gate in the database refuses. */
  forget: () => void
}

/** What has moved to other cells, by the ids that paths have. */
export function createMovedTenants(db: Db, log: Log): MovedTenants {
  let cells = new Map<string, string>()
  let reading: Promise<void> | null = null
  let isStale = false

  async function read(): Promise<void> {
    while (isStale) {
      isStale = false
      const { rows } = await sql<{ id: string; cell: string }>`
        select id, cell from moved_tenants()`.execute(db)
      cells = new Map(rows.map(({ id, cell }) => [id, cell]))
    }
  }

  return {
    makeCell: (id) => cells.get(id),
    forget() {
      isStale = true
      reading ??= read()
        .catch((error: unknown) =>
          log.warn(errorFields(error), 'what has moved to other cells was not read'),
        )
        .finally(() => (reading = null))
    },
  }
}
