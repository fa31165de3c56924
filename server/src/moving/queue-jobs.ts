import { sql } from 'kysely'
import { queueAllIndexing } from '../knowledge/queue-indexing.ts'
import { queueSpaceMaintenance } from '../knowledge/spaces/embedding-space-changes.ts'
import { openDatabase } from '../platform/database/db.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { enqueue, openQueue } from '../platform/queue.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import type { Moving } from './tenant-tables.ts'

const STATEMENT_TIMEOUT_MS = 120_000

/**
 * Jobs are not copied: they follow from the state. Those that are not made here are found by the
 * worker's clocks: syncs, deliveries, starter questions and deletions.
 */
export async function queueJobs(
  databaseUrl: string,
  { workspaceId, knowledgeBaseIds }: Moving,
): Promise<void> {
  const { db } = openDatabase({
    url: databaseUrl,
    role: 'footnote_worker',
    maxConnections: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    // The work itself fails.
    onIdleError: () => undefined,
  })
  const queue = await openQueue({ databaseUrl, supervise: false, onError: () => undefined })
  try {
    for (const knowledgeBaseId of knowledgeBaseIds) {
      const tenant = { workspaceId, knowledgeBaseId }
      await withTenant(db, tenant, (tx) => queueTenantJobs({ tx, queue, tenant }))
    }
  } finally {
    await queue.stop({ graceful: false })
    await db.destroy()
  }
}

async function queueTenantJobs(unit: UnitOfWork): Promise<void> {
  const { tx, queue, tenant } = unit
  const documents = await tx
    .selectFrom('documents')
    .select('id')
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute()
  await queueAllIndexing(
    unit,
    documents.map(({ id }) => id),
  )
  const evaluations = await sql<{ id: string }>`
    select id from evaluations where state in ('queued', 'running')`.execute(tx)
  for (const { id } of evaluations.rows) {
    await enqueue(queue, tx, 'evaluate', { ...tenant, evaluationId: id }, id)
  }
  const diffs = await sql<{ id: string }>`
    select id from answer_diffs where state in ('queued', 'running')`.execute(tx)
  for (const { id } of diffs.rows) {
    await enqueue(queue, tx, 'diff-answers', { ...tenant, diffId: id }, id)
  }
  // The index of a large one is built in its new place.
  await queueSpaceMaintenance(unit, 0)
}
