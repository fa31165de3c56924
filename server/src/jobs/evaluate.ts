import { NOTHING_HIDDEN } from '../answering/admit.ts'
import type { EvaluatingDeps } from '../answering/evaluating/run-evaluation.ts'
import { runEvaluation } from '../answering/evaluating/run-evaluation.ts'
import { findSyncOf } from '../evaluations/run.ts'
import { documentsToDelete, settleHeldSync } from '../ingestion/sync/gated-syncs.ts'
import { withTenant } from '../platform/database/tenant.ts'
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
        await evaluate(deps, job.data, AbortSignal.any([job.signal, deps.stopSignal]))
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

/** A sync that waits for it is settled in a step of its own, which a second attempt repeats. */
async function evaluate(
  deps: EvaluationDeps,
  job: EvaluationJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, queue } = deps
  const { evaluationId, ...tenant } = job
  const syncId = await withTenant(db, tenant, (tx) => findSyncOf(tx, evaluationId))
  if (syncId === undefined) return
  if (syncId === null) return runEvaluation(deps, job, NOTHING_HIDDEN, signal)
  const hidden = await withTenant(db, tenant, (tx) => documentsToDelete(tx, syncId))
  await runEvaluation(deps, job, hidden, signal)
  await withTenant(db, tenant, (tx) => settleHeldSync(tx, queue, tenant, { evaluationId, syncId }))
}
