import type { TidyingDeps } from '../knowledge/embedding-space-size.ts'
import { tidySpaces } from '../knowledge/embedding-space-size.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { KnowledgeBaseJob, Queue } from '../platform/queue.ts'

/** One at a time in a process: each takes memory and a core of the database for minutes. */
export async function startIndexTending(
  deps: TidyingDeps & { queue: Queue; log: Log },
): Promise<void> {
  await deps.queue.work<KnowledgeBaseJob>(
    'vector-index',
    { batchSize: 1, pollingIntervalSeconds: 5 },
    async ([job]) => {
      if (!job) return
      try {
        await tidySpaces(deps, job.data, job.signal)
      } catch (error) {
        const about = { job: job.name, knowledge_base_id: job.data.knowledgeBaseId }
        deps.log.warn({ ...about, ...errorFields(error) }, 'an index was not made and will be')
        throw error
      }
    },
  )
}
