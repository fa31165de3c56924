import { gateFaults, findGate, findSetForModels } from '../evaluations/gate.ts'
import { queueEvaluation, readEvaluation } from '../evaluations/evaluations.ts'
import { findSpace } from '../knowledge/spaces/embedding-space.ts'
import type { SwapOutcome } from '../knowledge/spaces/embedding-space-changes.ts'
import {
  allowSwap,
  holdSpace,
  isComplete,
  lockAllSpaces,
  queueBuilding,
  swapSpaces,
} from '../knowledge/spaces/embedding-space-changes.ts'
import { isBeingEvaluated } from '../knowledge/spaces/embedding-space-progress.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'

const TOP_K = 10

/**
 * Moves searches to a space that is complete, or first has the gate's set asked with it, where there
 * is a gate for models. The evaluation moves them when it has passed.
 */
export async function swapOrEvaluate(unit: UnitOfWork): Promise<SwapOutcome | 'held'> {
  const { tx } = unit
  await lockAllSpaces(tx)
  const building = await findSpace(tx, 'building')
  if (!building) return 'nothing to swap'
  const setId = building.may_swap ? null : await findSetForModels(tx)
  if (setId === null) return swapSpaces(tx)
  if (!(await isComplete(tx, building.id))) return 'incomplete'
  if (building.held_reason !== null || (await isBeingEvaluated(tx, building.id))) return 'held'
  const label = `Embedding with ${building.model}`
  const asked = { set_id: setId, label, model: null, top_k: TOP_K }
  await queueEvaluation(unit, asked, { spaceId: building.id })
  return 'held'
}

/**
 * Once the evaluation has ended: moves searches to the space if the set passes, and otherwise says
 * what does not. Does nothing the second time.
 */
export async function settleReembedding(
  unit: UnitOfWork,
  { evaluationId, spaceId }: { evaluationId: string; spaceId: string },
): Promise<void> {
  const { tx } = unit
  await lockAllSpaces(tx)
  const building = await findSpace(tx, 'building')
  const evaluation = await readEvaluation(tx, evaluationId)
  if (building?.id !== spaceId || !evaluation) return
  const { metrics, set_name, reason } = evaluation
  const { thresholds } = await findGate(tx)
  const faults = metrics ? gateFaults(thresholds, metrics) : [reason ?? 'it was not measured']
  if (faults.length > 0) {
    const held = `With ${building.model} the question set “${set_name}” does not pass: ${faults.join('; ')}.`
    return holdSpace(tx, spaceId, held)
  }
  await allowSwap(tx, spaceId)
  // Documents may have changed meanwhile.
  if ((await swapSpaces(tx)) === 'incomplete') await queueBuilding(unit)
}
