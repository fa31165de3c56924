import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  Comparison,
  Evaluation,
  EvaluationBody,
  EvaluationGate,
  EvaluationGateBody,
  EvaluationItem,
  EvaluationList,
  EvaluationMetrics,
  EvaluationWithItems,
} from '../../wire/admin.ts'

export type {
  Comparison,
  Evaluation,
  EvaluationGate,
  EvaluationItem,
  EvaluationList,
  EvaluationMetrics,
  EvaluationWithItems,
}
export type EvaluationInput = EvaluationBody
export type EvaluationGateInput = EvaluationGateBody

/** Question sets that were asked, and what was answered. */
export const evaluationCalls = (calls: AdminCalls) => ({
  list: calls.listEvaluations,
  /** Returns at once: a worker asks the questions. */
  start: calls.startEvaluation,
  compare: calls.compareEvaluations,
  get: calls.getEvaluation,
  remove: calls.deleteEvaluation,
  gate: calls.getEvaluationGate,
  /** Removes it with a `set_id` of null. */
  putGate: calls.putEvaluationGate,
})
