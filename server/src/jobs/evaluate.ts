import type { EvaluatingDeps } from '../answering/evaluating/run-evaluation.ts'
import { runEvaluation } from '../answering/evaluating/run-evaluation.ts'
import { failRun, findAwaiting } from '../evaluations/run.ts'
import { settleReembedding } from '../ingestion/gated-reembedding.ts'
import { documentsToDelete, settleHeldSync } from '../ingestion/sync/gated-syncs.ts'
import { findBuildingSpace } from '../knowledge/spaces/embedding-space.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { EvaluationJob, Queue } from '../platform/queue.ts'
import type { Slots } from './slots.ts'

/** In one worker. A run that waits for its model must not keep the others waiting. */
const AT_ONCE = 2

export type EvaluationDeps = EvaluatingDeps & {
  queue: Queue
  slots: Slots
  log: Log
  stopSignal: AbortSignal
}

export async function startEvaluating(deps: EvaluationDeps): Promise<void> {
  await deps.slots.start('evaluate', AT_ONCE, async (job) => {
    try {
      await evaluate(deps, job.data, AbortSignal.any([job.signal, deps.stopSignal]))
    } catch (error) {
      const { knowledgeBaseId, evaluationId } = job.data
      const about = { job: job.name, knowledge_base_id: knowledgeBaseId }
      const fields = { ...about, evaluation_id: evaluationId, ...errorFields(error) }
      deps.log.warn(fields, 'an evaluation stopped and will be resumed')
      throw error
    }
  })
}

/** What waits for it is settled in a step of its own, which a second attempt repeats. */
async function evaluate(
  deps: EvaluationDeps,
  job: EvaluationJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, queue } = deps
  const { evaluationId, ...tenant } = job
  const inTenant = <Result>(work: (tx: TenantTransaction) => Promise<Result>): Promise<Result> =>
    withTenant(db, tenant, work)
  const awaiting = await inTenant((tx) => findAwaiting(tx, evaluationId))
  if (!awaiting) return
  const { syncId, spaceId } = awaiting
  if (syncId !== null) {
    const hiddenDocumentIds = await inTenant((tx) => documentsToDelete(tx, syncId))
    await runEvaluation(deps, job, { hiddenDocumentIds }, signal)
    await inTenant((tx) => settleHeldSync({ tx, queue, tenant }, { evaluationId, syncId }))
  } else if (spaceId !== null) {
    const space = await inTenant((tx) => findBuildingSpace(tx, spaceId))
    // Its vectors were discarded, or are in use already.
    if (!space)
      return inTenant((tx) => failRun(tx, evaluationId, 'Its vectors are not being built.'))
    await runEvaluation(deps, job, { space }, signal)
    await inTenant((tx) => settleReembedding({ tx, queue, tenant }, { evaluationId, spaceId }))
  } else await runEvaluation(deps, job, {}, signal)
}
