import { sql } from 'kysely'
import type { CheckingDeps } from '../questions/gaps/check-gaps.ts'
import { checkGaps } from '../questions/gaps/check-gaps.ts'
import type { GroupingDeps } from '../questions/gaps/group-questions.ts'
import { groupWaiting } from '../questions/gaps/group-questions.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import type { DueWork } from './look-for-work.ts'

/** A gap is something to look at tomorrow, but whoever tries it wants to see it appear. */
const PAUSE_MS = 5_000

export type GapDeps = GroupingDeps & CheckingDeps & { log: Log; stopSignal: AbortSignal }

/** Groups new questions wherever there are some. Several workers may do so at the same time. */
export function waitingQuestions(deps: GapDeps): DueWork {
  return {
    isDue: sql`exists (select from bases_with_waiting_questions())`,
    run: () => groupEverywhere(deps),
    pauseMs: PAUSE_MS,
    failed: 'questions were not grouped and will be',
  }
}

export async function groupEverywhere(deps: GapDeps): Promise<void> {
  const { rows } = await sql<Tenant>`
    select workspace_id as "workspaceId", id as "knowledgeBaseId" from knowledge_bases
    where deleting_at is null and id in (select bases_with_waiting_questions())`.execute(deps.db)
  for (const tenant of rows) {
    await groupWaiting(deps, tenant, deps.stopSignal)
    await checkGaps(deps, tenant, { changed: false }, deps.stopSignal)
  }
}
