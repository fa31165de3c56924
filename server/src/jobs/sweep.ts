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
import { moveSharedIndexes } from './move-shared-indexes.ts'
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
  repeat(deps.log, INTERVAL_MS, async () => {
    await forgetOldTokens(deps.db)
    await forgetOldSignIns(deps.db)
    await forgetOldDeliveries(deps.db)
    await queueDueStarterRefreshes(deps.db, deps.queue)
    await queueDeletions(deps.db, deps.queue)
    await removeStaleCaches(deps.db, deps.gitCacheRoot)
  })
  repeat(deps.log, EXPIRY_INTERVAL_MS, async () => {
    await expireThreads(deps.db)
    await forgetOldFailures(deps.db)
    await forgetOldWebhookDeliveries(deps.db)
    await forgetOldAuditEvents(deps.db)
    // Left by a process that died halfway.
    await eraseThreads(deps.db)
    await moveSharedIndexes(deps.db, deps.queue)
  })
}

function repeat(log: Log, intervalMs: number, sweep: () => Promise<unknown>): void {
  const attempt = () =>
    sweep().catch((error: unknown) =>
      log.warn(errorFields(error), 'a sweep failed and will be retried'),
    )
  void attempt()
  setInterval(() => void attempt(), intervalMs).unref()
}
