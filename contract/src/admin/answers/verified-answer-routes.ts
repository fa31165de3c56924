import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { AdminKnowledgeBaseParams, AdminVerifiedAnswerParams } from '../params.ts'
import {
  VerifiedAnswer,
  VerifiedAnswerBody,
  VerifiedAnswerList,
  VerifiedAnswerPatch,
} from './verified-answers.ts'

const ANSWERS = `${ADMIN_KNOWLEDGE_BASE}/verified-answers`
const ANSWER = `${ANSWERS}/{verifiedAnswerId}`
const auditedFields = [
  'question',
  'variants',
  'answer',
  'source_document_ids',
  'expires_at',
] as const

export const verifiedAnswerRoutes = defineRoutes({
  listVerifiedAnswers: {
    method: 'get',
    path: ANSWERS,
    tag: 'admin',
    summary: 'List the verified answers of a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, VerifiedAnswerList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  createVerifiedAnswer: {
    method: 'post',
    path: ANSWERS,
    tag: 'admin',
    summary: 'Verify an answer: readers who ask its question get it word for word',
    params: AdminKnowledgeBaseParams,
    body: VerifiedAnswerBody,
    response: json(201, VerifiedAnswer),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'verified_answer.create',
    auditedFields,
  },
  changeVerifiedAnswer: {
    method: 'patch',
    path: ANSWER,
    tag: 'admin',
    summary: 'Change a verified answer, or confirm it as it is',
    params: AdminVerifiedAnswerParams,
    body: VerifiedAnswerPatch,
    response: json(200, VerifiedAnswer),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'verified_answer.change',
    auditedFields,
  },
  deleteVerifiedAnswer: {
    method: 'delete',
    path: ANSWER,
    tag: 'admin',
    summary: 'Delete a verified answer; its question is answered from the documents again',
    params: AdminVerifiedAnswerParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
    audit: 'verified_answer.delete',
    auditedFields,
  },
})
