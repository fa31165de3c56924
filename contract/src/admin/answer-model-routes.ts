import { anyRefusal, bodyRefusals, json, noContent, type Route } from '../route.ts'
import { AnswerModel, AnswerModelBody } from './answer-model.ts'
import { AdminKnowledgeBaseParams } from './params.ts'

const ANSWER_MODEL = '/api/v1/admin/knowledge-bases/{knowledgeBaseId}/answer-model'

export const answerModelRoutes: readonly Route[] = [
  {
    operationId: 'putAnswerModel',
    method: 'put',
    path: ANSWER_MODEL,
    tag: 'admin',
    summary: 'Set the model that writes the answers of a knowledge base, and its key',
    params: AdminKnowledgeBaseParams,
    body: AnswerModelBody,
    response: json(200, AnswerModel),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
  },
  {
    operationId: 'getAnswerModel',
    method: 'get',
    path: ANSWER_MODEL,
    tag: 'admin',
    summary: 'Get which model writes the answers; its key is never shown',
    params: AdminKnowledgeBaseParams,
    response: json(200, AnswerModel),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'deleteAnswerModel',
    method: 'delete',
    path: ANSWER_MODEL,
    tag: 'admin',
    summary: "Go back to the deployment's model; the key is deleted",
    params: AdminKnowledgeBaseParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
]
