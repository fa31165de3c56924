import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { AnswerModel, AnswerModelBody, AnswerModelTest } from '../answer-model.ts'
import { AdminKnowledgeBaseParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const ANSWER_MODEL = `${ADMIN_KNOWLEDGE_BASE}/answer-model`

export const answerModelRoutes = defineRoutes({
  putAnswerModel: {
    method: 'put',
    path: ANSWER_MODEL,
    tag: 'admin',
    summary:
      'Test the model that shall write the answers of a knowledge base, and save it with its key',
    params: AdminKnowledgeBaseParams,
    body: AnswerModelBody,
    response: json(200, AnswerModel),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'MODEL_FAILED'],
    waitsForModel: true,
    role: 'admin',
    audit: 'answer_model.put',
    auditedFields: ['provider', 'model', 'base_url'],
  },
  getAnswerModel: {
    method: 'get',
    path: ANSWER_MODEL,
    tag: 'admin',
    summary: 'Get which model writes the answers; its key is never shown',
    params: AdminKnowledgeBaseParams,
    response: json(200, AnswerModel),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  testAnswerModel: {
    method: 'post',
    path: `${ANSWER_MODEL}/test`,
    tag: 'admin',
    summary: 'Try whether the model that writes the answers works',
    params: AdminKnowledgeBaseParams,
    response: json(200, AnswerModelTest),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    waitsForModel: true,
    role: 'admin',
  },
  deleteAnswerModel: {
    method: 'delete',
    path: ANSWER_MODEL,
    tag: 'admin',
    summary: "Go back to the deployment's model; the key is deleted",
    params: AdminKnowledgeBaseParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'admin',
    audit: 'answer_model.delete',
  },
})
