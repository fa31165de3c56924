import { MAX_SET_BODY_BYTES } from '../../limits.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { ListQuery } from '../listing.ts'
import { AdminKnowledgeBaseParams, AdminQuestionSetParams } from '../params.ts'
import {
  NewQuestionsBody,
  QuestionSetBody,
  QuestionSetList,
  QuestionSetPatch,
  QuestionSetWithItems,
} from './question-sets.ts'

const SETS = `${ADMIN_KNOWLEDGE_BASE}/question-sets`

export const questionSetRoutes = defineRoutes({
  listQuestionSets: {
    method: 'get',
    path: SETS,
    tag: 'admin',
    summary: 'List the question sets of a knowledge base, page by page',
    params: AdminKnowledgeBaseParams,
    query: ListQuery,
    response: json(200, QuestionSetList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  createQuestionSet: {
    method: 'post',
    path: SETS,
    tag: 'admin',
    summary: 'Create a question set',
    params: AdminKnowledgeBaseParams,
    body: QuestionSetBody,
    maxBodyBytes: MAX_SET_BODY_BYTES,
    response: json(201, QuestionSetWithItems),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'question_set.create',
    auditedFields: ['name'],
  },
  getQuestionSet: {
    method: 'get',
    path: `${SETS}/{questionSetId}`,
    tag: 'admin',
    summary: 'Get a question set with its questions',
    params: AdminQuestionSetParams,
    response: json(200, QuestionSetWithItems),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  changeQuestionSet: {
    method: 'patch',
    path: `${SETS}/{questionSetId}`,
    tag: 'admin',
    summary: 'Rename a question set or replace its questions',
    params: AdminQuestionSetParams,
    body: QuestionSetPatch,
    maxBodyBytes: MAX_SET_BODY_BYTES,
    response: json(200, QuestionSetWithItems),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'question_set.change',
    auditedFields: ['name'],
  },
  deleteQuestionSet: {
    method: 'delete',
    path: `${SETS}/{questionSetId}`,
    tag: 'admin',
    summary: 'Delete a question set with its evaluations',
    params: AdminQuestionSetParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
    audit: 'question_set.delete',
    auditedFields: ['name'],
  },
  addQuestions: {
    method: 'post',
    path: `${SETS}/{questionSetId}/questions`,
    tag: 'admin',
    summary: "Add questions to a set: given, from a CSV file, readers', or generated",
    params: AdminQuestionSetParams,
    body: NewQuestionsBody,
    maxBodyBytes: MAX_SET_BODY_BYTES,
    response: json(200, QuestionSetWithItems),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'question_set.add_questions',
  },
})
