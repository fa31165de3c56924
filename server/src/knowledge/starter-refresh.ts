import type { Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { STARTER_QUESTIONS_REFRESH_HOURS } from '@footnote/contract/limits'
import { sql } from 'kysely'

/** A bulk upload causes one refresh in this time, not one per page. */
const DELAY_SECONDS = 3
/** At one sweep in five minutes this serves 144,000 knowledge bases. */
const AT_ONCE = 500

/** Call it last in the transaction that added, changed or removed a document, or its visibility. */
export const queueStarterRefresh = (
  { tx, queue, tenant: { workspaceId, knowledgeBaseId } }: UnitOfWork,
  delaySeconds = DELAY_SECONDS,
): Promise<void> =>
  enqueue(queue, tx, 'refresh-starters', { workspaceId, knowledgeBaseId }, knowledgeBaseId, {
    delaySeconds,
  })

/** Queues a refresh where the last one is a day old or there has been none. */
export async function queueDueStarterRefreshes(workerDb: Db, queue: Queue): Promise<void> {
  const { rows } = await sql<Tenant>`
    select workspace_id as "workspaceId", id as "knowledgeBaseId" from knowledge_bases
    where deleting_at is null
      and (starters_refreshed_at is null
        or starters_refreshed_at < now() - ${STARTER_QUESTIONS_REFRESH_HOURS} * interval '1 hour')
    order by starters_refreshed_at nulls first
    limit ${AT_ONCE}`.execute(workerDb)
  for (const tenant of rows) {
    await withTenant(workerDb, tenant, (tx) => queueStarterRefresh({ tx, queue, tenant }, 0))
  }
}
