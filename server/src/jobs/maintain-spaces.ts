import type { SpaceCopyDeps } from '../knowledge/spaces/embedding-space-copy.ts'
import { maintainSpaces } from '../knowledge/spaces/embedding-space-size.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Slots } from './slots.ts'

/** One at a time per process: building an index takes memory and a database core for minutes. */
export async function startSpaceMaintenance(
  deps: SpaceCopyDeps & { slots: Slots; log: Log },
): Promise<void> {
  await deps.slots.start('vector-index', 1, async (job) => {
    try {
      await maintainSpaces(deps, job.data, job.signal)
    } catch (error) {
      const about = { job: job.name, knowledge_base_id: job.data.knowledgeBaseId }
      deps.log.warn(
        { ...about, ...errorFields(error) },
        'maintaining an embedding space failed and will be retried',
      )
      throw error
    }
  })
}
