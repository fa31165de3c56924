import { forgetOldTokens } from '../access/used-captcha-tokens.ts'
import { queueDueStarterRefreshes } from '../knowledge/starter-refresh.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Queue } from '../platform/queue.ts'

const INTERVAL_MS = 60_000

/** What is due by the clock and by no event. Workers that do it at the same time do it once. */
export function startSweeping(deps: { db: Db; queue: Queue; log: Log }): void {
  const sweep = async () => {
    try {
      await forgetOldTokens(deps.db)
      await queueDueStarterRefreshes(deps.db, deps.queue)
    } catch (error) {
      deps.log.warn(errorFields(error), 'a sweep failed and comes again')
    }
  }
  void sweep()
  setInterval(() => void sweep(), INTERVAL_MS).unref()
}
