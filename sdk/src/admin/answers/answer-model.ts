import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { AnswerModel, AnswerModelBody, AnswerModelTest } from '../../wire/admin.ts'

export type { AnswerModel, AnswerModelTest }
export type AnswerModelInput = AnswerModelBody

/** The model that writes the answers of a knowledge base. */
export const answerModelCalls = (calls: AdminCalls) => ({
  /** Without `api_key` the stored key stays, unless the provider or the address changes. */
  put: calls.putAnswerModel,
  get: calls.getAnswerModel,
  /** Asks the model for a few words, to see that it works. Costs a few tokens. */
  test: calls.testAnswerModel,
  /** Goes back to the deployment's model. */
  delete: calls.deleteAnswerModel,
})
