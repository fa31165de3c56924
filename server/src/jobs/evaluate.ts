import type { EvaluatingDeps } from '../answering/evaluating/run-evaluation.ts'
import { runEvaluation } from '../answering/evaluating/run-evaluation.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { EvaluationJob, Queue } from '../platform/queue.ts'

/** In one worker. A run that waits for its model must not keep the others waiting. */
const AT_ONCE = 2

export type EvaluationDeps = EvaluatingDeps & { queue: Queue; log: Log; stopSignal: AbortSignal }

export async function startEvaluating(deps: EvaluationDeps): Promise<void> {
  await deps.queue.work<EvaluationJob>(
    'evaluate',
    {
      batchSize: 1,
      localConcurrency: AT_ONCE,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 1,
    },
    async ([job]) => {
      if (!job) return
      try {
        await runEvaluation(deps, job.data, AbortSignal.any([job.signal, deps.stopSignal]))
      } catch (error) {
        const { knowledgeBaseId, evaluationId } = job.data
        const about = { job: job.name, knowledge_base_id: knowledgeBaseId }
        const fields = { ...about, evaluation_id: evaluationId, ...errorFields(error) }
        deps.log.warn(fields, 'an evaluation stopped and will be resumed')
        throw error
      }
    },
  )
}
