import { forgetOldSignIns } from '../access/readers/sign-in-attempts.ts'
import { forgetOldTokens } from '../access/clients/used-captcha-tokens.ts'
import { forgetOldFailures } from '../analytics/failures.ts'
import { forgetOldQuestions } from '../channels/channel-events.ts'
import { forgetContacts } from '../conversations/contacts.ts'
import { eraseThreads } from '../conversations/erase-threads.ts'
import { expireThreads } from '../conversations/expire-threads.ts'
import { packAnswers } from '../conversations/pack-answers.ts'
import { endLostDiffs } from '../evaluations/diffs/diffs.ts'
import { removeStaleCaches } from '../ingestion/git-caches.ts'
import { forgetOldDeliveries } from '../ingestion/sync/start-webhook-sync.ts'
import { forgetOldWebhookDeliveries } from '../webhooks/deliveries.ts'
import { queueDeletions } from '../knowledge/deletion/queue-deletions.ts'
import { queueDueStarterRefreshes } from '../knowledge/starter-refresh.ts'
import { forgetOldAuditEvents } from '../workspaces/forget-audit-events.ts'
import { forgetOldUploads } from '../sources/uploads.ts'
import type { Db } from '../platform/database/db.ts'
import type { Queue } from '../platform/queue.ts'
import type { Repeating } from './repeat.ts'
import { repeat } from './repeat.ts'

const INTERVAL_MS = 300_000
/** Expired conversations are hidden from readers at once; this only deletes them. */
const EXPIRY_INTERVAL_MS = 3_600_000

export type SweepingDeps = Repeating & { db: Db; queue: Queue; gitCacheRoot: string }

/** Periodic maintenance. Several workers may run it at the same time. */
export function startSweeping(deps: SweepingDeps): void {
  const failed = 'a sweep failed and will be retried'
  repeat(deps, { pauseMs: INTERVAL_MS, startsAtOnce: true, failed }, () => sweep(deps))
  repeat(deps, { pauseMs: EXPIRY_INTERVAL_MS, startsAtOnce: true, failed }, () => sweepHourly(deps))
  let arePacked = false
  repeat(deps, { pauseMs: EXPIRY_INTERVAL_MS, startsAtOnce: true, failed }, async () => {
    arePacked ||= await packAnswers(deps.db)
  })
}

async function sweep({ db, queue, gitCacheRoot }: SweepingDeps): Promise<void> {
  await forgetOldTokens(db)
  await forgetOldSignIns(db)
  await forgetOldUploads(db)
  await forgetOldDeliveries(db)
  await endLostDiffs(db)
  await queueDueStarterRefreshes(db, queue)
  await queueDeletions(db, queue)
  await removeStaleCaches(db, gitCacheRoot)
}

async function sweepHourly({ db }: SweepingDeps): Promise<void> {
  await expireThreads(db)
  await forgetOldFailures(db)
  await forgetOldWebhookDeliveries(db)
  await forgetOldQuestions(db)
  await forgetOldAuditEvents(db)
  await forgetContacts(db)
  // Left by a process that died halfway.
  await eraseThreads(db)
}
