import type { Db } from '../platform/database/db.ts'
import { listWorkspaces } from '../workspaces/workspaces.ts'

const BATCH = 500

/** One after the other, including those created meanwhile. The worker role may list them. */
export async function* eachWorkspace(workerDb: Db): AsyncGenerator<string> {
  let after: string | undefined
  do {
    const workspaces = await listWorkspaces(workerDb, { limit: BATCH, after }, 'all')
    for (const { id } of workspaces) yield id
    after = workspaces.at(-1)?.id
  } while (after !== undefined)
}
