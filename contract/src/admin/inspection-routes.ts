import { anyRefusal, bodyRefusals, json, type Route } from '../route.ts'
import { DocumentPassageList, ExplainBody, Explanation } from './inspection.ts'
import { AdminDocumentParams, AdminKnowledgeBaseParams } from './params.ts'

const KNOWLEDGE_BASE = '/api/v1/admin/knowledge-bases/{knowledgeBaseId}'

export const inspectionRoutes: readonly Route[] = [
  {
    operationId: 'listDocumentPassages',
    method: 'get',
    path: `${KNOWLEDGE_BASE}/documents/{documentId}/passages`,
    tag: 'admin',
    summary: 'List the passages of a document as retrieval sees them',
    params: AdminDocumentParams,
    response: json(200, DocumentPassageList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'explainRetrieval',
    method: 'post',
    path: `${KNOWLEDGE_BASE}/explain`,
    tag: 'admin',
    summary: 'Explain why a page is found, or not found, for a question',
    params: AdminKnowledgeBaseParams,
    body: ExplainBody,
    response: json(200, Explanation),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'GROUP_NOT_ALLOWED'],
  },
]
