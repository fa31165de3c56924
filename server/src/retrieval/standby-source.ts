import { runPrepared } from '../platform/database/statements.ts'
import type { Standbys } from '../platform/database/standbys.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import type { CandidateSource } from './candidate-source.ts'
import { candidateIdsStatement } from './candidates.ts'

/** The search of the primary on a standby, by the same role and views, as of what it has replayed. */
export const createStandbySource = (standbys: Standbys, timeoutMs: number): CandidateSource => ({
  timeoutMs,
  async find({ tenant, ...query }, signal) {
    const found = await standbys.read(
      (db) =>
        readAsTenant(db, tenant, async (tx) => {
          const [row] = await runPrepared(tx, candidateIdsStatement(query))
          return row?.ids ?? []
        }),
      signal,
    )
    return found && { server: found.server, ids: found.result }
  },
})
