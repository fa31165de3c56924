import { forgetOldSignIns } from '../access/readers/sign-in-attempts.ts'
import { forgetOldTokens } from '../access/clients/used-captcha-tokens.ts'
import { forgetOldFailures } from '../analytics/failures.ts'
import { eraseThreads } from '../conversations/erase-threads.ts'
import { expireThreads } from '../conversations/expire-threads.ts'
import { removeStaleCaches } from '../ingestion/git-caches.ts'
import { forgetOldDeliveries } from '../ingestion/sync/start-webhook-sync.ts'
import { forgetOldWebhookDeliveries } from '../webhooks/deliveries.ts'
import { queueDeletions } from '../knowledge/deletion/queue-deletions.ts'
import { queueDueStarterRefreshes } from '../knowledge/starter-refresh.ts'
import { forgetOldAuditEvents } from '../workspaces/forget-audit-events.ts'
import { forgetOldUploads } from '../sources/uploads.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Queue } from '../platform/queue.ts'

const INTERVAL_MS = 60_000
/** Expired conversations are hidden from readers at once; this only deletes them. */
const EXPIRY_INTERVAL_MS = 3_600_000

export type SweepingDeps = { db: Db; queue: Queue; log: Log; gitCacheRoot: string }

/** Periodic maintenance. Several workers may run it at the same time. */
export function startSweeping(deps: SweepingDeps): void {
  repeat(deps.log, INTERVAL_MS, () => sweep(deps))
  repeat(deps.log, EXPIRY_INTERVAL_MS, () => sweepHourly(deps))
}

async function sweep({ db, queue, gitCacheRoot }: SweepingDeps): Promise<void> {
  await forgetOldTokens(db)
  await forgetOldSignIns(db)
  await forgetOldUploads(db)
  await forgetOldDeliveries(db)
  await queueDueStarterRefreshes(db, queue)
  await queueDeletions(db, queue)
  await removeStaleCaches(db, gitCacheRoot)
}

async function sweepHourly({ db }: SweepingDeps): Promise<void> {
  await expireThreads(db)
  await forgetOldFailures(db)
  await forgetOldWebhookDeliveries(db)
  await forgetOldAuditEvents(db)
  // Left by a process that died halfway.
  await eraseThreads(db)
}

function repeat(log: Log, intervalMs: number, work: () => Promise<unknown>): void {
  const attempt = () =>
    work().catch((error: unknown) =>
      log.warn(errorFields(error), 'a sweep failed and will be retried'),
    )
  void attempt()
  setInterval(() => void attempt(), intervalMs).unref()
}
