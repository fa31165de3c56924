import type {
  CompareEvaluationsQuery,
  Comparison,
  Evaluation,
  EvaluationBody,
  EvaluationGate,
  EvaluationGateBody,
  EvaluationItem,
  EvaluationList,
  EvaluationMetrics,
  EvaluationWithItems,
  ListEvaluationsQuery,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

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
export function evaluationCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/evaluations`
  const gate = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/evaluation-gate`
  const one = (id: string, evaluationId: string) => base(id) + path`/${evaluationId}`
  return {
    list: (
      knowledgeBaseId: string,
      query: ListEvaluationsQuery = {},
      options?: CallOptions,
    ): Promise<EvaluationList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId), query }, options),
    /** Returns at once: a worker asks the questions. */
    start: (
      knowledgeBaseId: string,
      body: EvaluationInput,
      options?: CallOptions,
    ): Promise<Evaluation> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    compare: (
      knowledgeBaseId: string,
      query: CompareEvaluationsQuery,
      options?: CallOptions,
    ): Promise<Comparison> =>
      request(
        connection,
        { method: 'GET', path: `${base(knowledgeBaseId)}/compare`, query },
        options,
      ),
    get: (
      knowledgeBaseId: string,
      evaluationId: string,
      options?: CallOptions,
    ): Promise<EvaluationWithItems> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId, evaluationId) }, options),
    remove: (knowledgeBaseId: string, evaluationId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: one(knowledgeBaseId, evaluationId) }, options),
    gate: (knowledgeBaseId: string, options?: CallOptions): Promise<EvaluationGate> =>
      request(connection, { method: 'GET', path: gate(knowledgeBaseId) }, options),
    /** Removes it with a `set_id` of null. */
    putGate: (
      knowledgeBaseId: string,
      body: EvaluationGateBody,
      options?: CallOptions,
    ): Promise<EvaluationGate> =>
      request(connection, { method: 'PUT', path: gate(knowledgeBaseId), body }, options),
  }
}
