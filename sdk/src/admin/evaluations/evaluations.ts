import type {
  CompareEvaluationsQuery,
  Comparison,
  Evaluation,
  EvaluationBody,
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
  EvaluationItem,
  EvaluationList,
  EvaluationMetrics,
  EvaluationWithItems,
}
export type EvaluationInput = EvaluationBody

/** Question sets that were asked, and what was answered. */
export function evaluationCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/evaluations`
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
  }
}
