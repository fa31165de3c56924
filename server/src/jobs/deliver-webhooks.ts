import { sql } from 'kysely'
import { withWorkspace } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import type { DeliveringDeps } from '../webhooks/deliver.ts'
import { deliverDue } from '../webhooks/deliver.ts'
import type { DueWork } from './look-for-work.ts'
import type { Slots } from './slots.ts'

/** Webhooks served at once. They wait for other servers, so that more cost little. */
const AT_ONCE = 16
/** The most for one job: then other webhooks are served, and a stopping worker waits no longer. */
const SLICE_MS = 20_000

export type WebhookWorkerDeps = DeliveringDeps & {
  queue: Queue
  slots: Slots
  log: Log
  metrics: Metrics
  stopSignal: AbortSignal
}

export async function startDelivering(deps: WebhookWorkerDeps): Promise<void> {
  await deps.slots.start('deliver-webhooks', AT_ONCE, async (job) => {
    const { webhookId } = job.data
    const endMs = performance.now() + SLICE_MS
    const isTimeUp = () =>
      job.signal.aborted || deps.stopSignal.aborted || performance.now() > endMs
    try {
      const outcomes = await deliverDue(deps, job.data, isTimeUp)
      for (const outcome of outcomes) deps.metrics.webhookDeliveries.inc({ outcome })
    } catch (error) {
      const about = { job: job.name, webhook_id: webhookId }
      deps.log.warn({ ...about, ...errorFields(error) }, 'deliveries stopped and will be resumed')
      throw error
    }
  })
}

/**
 * Queues a job for each webhook with something to send. What happened is stored by the api role too,
 * which cannot use the queue; and so a delivery is found again whatever happened to its job.
 */
export function dueDeliveries(deps: Pick<WebhookWorkerDeps, 'db' | 'queue'>): DueWork {
  return {
    isDue: sql`exists (select from webhooks_due())`,
    run: () => queueDue(deps),
    failed: 'due deliveries were not queued and will be',
  }
}

export async function queueDue({
  db,
  queue,
}: Pick<WebhookWorkerDeps, 'db' | 'queue'>): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; webhook_id: string }>`
    select workspace_id, webhook_id from webhooks_due()`.execute(db)
  for (const { workspace_id: workspaceId, webhook_id: webhookId } of rows) {
    const job = { workspaceId, webhookId }
    await withWorkspace(db, workspaceId, (tx) =>
      enqueue(queue, tx, 'deliver-webhooks', job, webhookId),
    )
  }
}
