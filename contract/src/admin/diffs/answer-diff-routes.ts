import { MAX_DOCUMENT_BODY_BYTES } from '../../limits.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { ListQuery } from '../listing.ts'
import { AdminAnswerDiffParams, AdminKnowledgeBaseParams } from '../params.ts'
import { AnswerDiff, AnswerDiffBody, AnswerDiffList, AnswerDiffWithItems } from './answer-diffs.ts'

const DIFFS = `${ADMIN_KNOWLEDGE_BASE}/answer-diffs`

export const answerDiffRoutes = defineRoutes({
  listAnswerDiffs: {
    method: 'get',
    path: DIFFS,
    tag: 'admin',
    summary: 'List answer diffs, page by page',
    params: AdminKnowledgeBaseParams,
    query: ListQuery,
    response: json(200, AnswerDiffList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  startAnswerDiff: {
    method: 'post',
    path: DIFFS,
    tag: 'admin',
    summary: 'Ask questions with and without a change to the pages',
    params: AdminKnowledgeBaseParams,
    body: AnswerDiffBody,
    response: json(202, AnswerDiff),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'answer_diff.start',
    auditedFields: ['label', 'source_id', 'days', 'gaps', 'top_k'],
    maxBodyBytes: MAX_DOCUMENT_BODY_BYTES,
  },
  getAnswerDiff: {
    method: 'get',
    path: `${DIFFS}/{answerDiffId}`,
    tag: 'admin',
    summary: 'Get an answer diff with all answers',
    params: AdminAnswerDiffParams,
    response: json(200, AnswerDiffWithItems),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  deleteAnswerDiff: {
    method: 'delete',
    path: `${DIFFS}/{answerDiffId}`,
    tag: 'admin',
    summary: 'Delete an answer diff, and stop it if it runs',
    params: AdminAnswerDiffParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
    audit: 'answer_diff.delete',
  },
})
