import type { ReembeddingDeps } from '../ingestion/reembed.ts'
import { reembed } from '../ingestion/reembed.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { KnowledgeBaseJob, Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import { withTenant } from '../platform/tenant.ts'

/** A knowledge base takes turns with others, and a worker that stops waits for no more than this. */
const TURN_MS = 20_000

export type ReembeddingWorkerDeps = ReembeddingDeps & { queue: Queue; log: Log }

export async function startReembedding(deps: ReembeddingWorkerDeps): Promise<void> {
  await deps.queue.work<KnowledgeBaseJob>(
    'reembed',
    { batchSize: 1, pollingIntervalSeconds: 2 },
    async ([job]) => {
      if (job) await takeTurn(deps, job.data, job.signal)
    },
  )
}

async function takeTurn(
  deps: ReembeddingWorkerDeps,
  { workspaceId, knowledgeBaseId }: KnowledgeBaseJob,
  signal: AbortSignal,
): Promise<void> {
  const job = { workspaceId, knowledgeBaseId }
  const endMs = performance.now() + TURN_MS
  const about = { job: 'reembed', knowledge_base_id: knowledgeBaseId }
  try {
    const outcome = await reembed(deps, job, signal, () => performance.now() > endMs)
    if (outcome === 'swapped') deps.log.info(about, 'searches use the new embedding space')
    if (outcome === 'unfinished') {
      await withTenant(deps.db, job, (tx) =>
        enqueue(deps.queue, tx, 'reembed', job, knowledgeBaseId),
      )
    }
  } catch (error) {
    deps.log.warn({ ...about, ...errorFields(error) }, 're-embedding stopped and will go on')
    throw error
  }
}
