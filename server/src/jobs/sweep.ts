import { forgetOldSignIns } from '../access/sign-in/attempts.ts'
import { forgetOldTokens } from '../access/used-captcha-tokens.ts'
import { expireThreads } from '../conversations/expire-threads.ts'
import { queueDueStarterRefreshes } from '../knowledge/starter-refresh.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Queue } from '../platform/queue.ts'

const INTERVAL_MS = 60_000
/** Readers do not see an expired conversation anyway; this only deletes it. */
const EXPIRY_INTERVAL_MS = 3_600_000

/** What is due by the clock and by no event. Workers that do it at the same time do it once. */
export function startSweeping(deps: { db: Db; queue: Queue; log: Log }): void {
  repeat(deps.log, INTERVAL_MS, async () => {
    await forgetOldTokens(deps.db)
    await forgetOldSignIns(deps.db)
    await queueDueStarterRefreshes(deps.db, deps.queue)
  })
  repeat(deps.log, EXPIRY_INTERVAL_MS, () => expireThreads(deps.db))
}

function repeat(log: Log, intervalMs: number, sweep: () => Promise<unknown>): void {
  const attempt = () =>
    sweep().catch((error: unknown) =>
      log.warn(errorFields(error), 'a sweep failed and comes again'),
    )
  void attempt()
  setInterval(() => void attempt(), intervalMs).unref()
}
