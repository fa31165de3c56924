import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { EvaluationGate, EvaluationGateBody } from './evaluation-gate.ts'
import { AdminEvaluationParams, AdminKnowledgeBaseParams } from '../params.ts'
import {
  Comparison,
  ComparisonQuery,
  Evaluation,
  EvaluationBody,
  EvaluationList,
  EvaluationsQuery,
  EvaluationWithItems,
} from './evaluations.ts'

const GATE = `${ADMIN_KNOWLEDGE_BASE}/evaluation-gate`
const EVALUATIONS = `${ADMIN_KNOWLEDGE_BASE}/evaluations`

export const evaluationRoutes = defineRoutes({
  listEvaluations: {
    method: 'get',
    path: EVALUATIONS,
    tag: 'admin',
    summary: 'List evaluations, page by page',
    params: AdminKnowledgeBaseParams,
    query: EvaluationsQuery,
    response: json(200, EvaluationList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  startEvaluation: {
    method: 'post',
    path: EVALUATIONS,
    tag: 'admin',
    summary: 'Ask all questions of a set and measure the answers',
    params: AdminKnowledgeBaseParams,
    body: EvaluationBody,
    response: json(202, Evaluation),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'evaluation.start',
    auditedFields: ['set_id', 'model', 'top_k'],
  },
  compareEvaluations: {
    method: 'get',
    path: `${EVALUATIONS}/compare`,
    tag: 'admin',
    summary: 'Compare two evaluations, question by question',
    params: AdminKnowledgeBaseParams,
    query: ComparisonQuery,
    response: json(200, Comparison),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  getEvaluation: {
    method: 'get',
    path: `${EVALUATIONS}/{evaluationId}`,
    tag: 'admin',
    summary: 'Get an evaluation with all answers',
    params: AdminEvaluationParams,
    response: json(200, EvaluationWithItems),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  deleteEvaluation: {
    method: 'delete',
    path: `${EVALUATIONS}/{evaluationId}`,
    tag: 'admin',
    summary: 'Delete an evaluation, and stop it if it runs',
    params: AdminEvaluationParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
    audit: 'evaluation.delete',
  },
  getEvaluationGate: {
    method: 'get',
    path: GATE,
    tag: 'admin',
    summary: 'Get what an evaluation must reach before pages are deleted',
    params: AdminKnowledgeBaseParams,
    response: json(200, EvaluationGate),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  putEvaluationGate: {
    method: 'put',
    path: GATE,
    tag: 'admin',
    summary: 'Hold syncs that delete pages until a question set passes',
    params: AdminKnowledgeBaseParams,
    body: EvaluationGateBody,
    response: json(200, EvaluationGate),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'editor',
    audit: 'evaluation_gate.change',
    auditedFields: ['set_id', 'hold_syncs', 'hold_models'],
  },
})
