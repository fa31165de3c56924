import { errorFields } from '../platform/log.ts'
import type { StarterDeps } from '../questions/refresh-starters.ts'
import type { CheckingDeps } from '../questions/gaps/check-gaps.ts'
import { checkGaps } from '../questions/gaps/check-gaps.ts'
import { refreshStarters } from '../questions/refresh-starters.ts'
import type { Slots } from './slots.ts'

/** A model may take 20 s, and one that hangs must not delay the other knowledge bases. */
const AT_ONCE = 4

export type StarterWorkerDeps = StarterDeps & CheckingDeps & { slots: Slots }

export async function startStarterRefreshes(deps: StarterWorkerDeps): Promise<void> {
  await deps.slots.start('refresh-starters', AT_ONCE, async (job) => {
    try {
      await refreshStarters(deps, job.data, job.signal)
      // Documents have changed: some gaps may be covered now.
      await checkGaps(deps, job.data, { changed: true }, job.signal)
    } catch (error) {
      const about = { job: job.name, knowledge_base_id: job.data.knowledgeBaseId }
      deps.log.warn({ ...about, ...errorFields(error) }, 'starter questions were not refreshed')
      throw error
    }
  })
}
