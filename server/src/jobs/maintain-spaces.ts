import type { SpaceMaintenanceDeps } from '../knowledge/spaces/embedding-space-size.ts'
import { maintainSpaces } from '../knowledge/spaces/embedding-space-size.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { KnowledgeBaseJob, Queue } from '../platform/queue.ts'

/** One at a time per process: building an index takes memory and a database core for minutes. */
export async function startSpaceMaintenance(
  deps: SpaceMaintenanceDeps & { queue: Queue; log: Log },
): Promise<void> {
  await deps.queue.work<KnowledgeBaseJob>(
    'vector-index',
    { batchSize: 1, pollingIntervalSeconds: 5 },
    async ([job]) => {
      if (!job) return
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
    },
  )
}
