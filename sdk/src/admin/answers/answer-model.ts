import type { AnswerModel, AnswerModelBody, AnswerModelTest } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { AnswerModel, AnswerModelTest }
export type AnswerModelInput = AnswerModelBody

/** The model that writes the answers of a knowledge base. */
export function answerModelCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/answer-model`
  return {
    /** Without `api_key` the stored key stays, unless the provider or the address changes. */
    put: (
      knowledgeBaseId: string,
      body: AnswerModelInput,
      options?: CallOptions,
    ): Promise<AnswerModel> =>
      request(connection, { method: 'PUT', path: base(knowledgeBaseId), body }, options),
    get: (knowledgeBaseId: string, options?: CallOptions): Promise<AnswerModel> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId) }, options),
    /** Asks the model for a few words, to see that it works. Costs a few tokens. */
    test: (knowledgeBaseId: string, options?: CallOptions): Promise<AnswerModelTest> =>
      request(connection, { method: 'POST', path: `${base(knowledgeBaseId)}/test` }, options),
    /** Goes back to the deployment's model. */
    delete: (knowledgeBaseId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: base(knowledgeBaseId) }, options),
  }
}
