import { anyRefusal, bodyRefusals, defineRoutes, json } from '../../route.ts'
import {
  DocumentCitations,
  DocumentContent,
  DocumentPassageList,
  ExplainBody,
  Explanation,
  PassageLookup,
  PassageLookupBody,
} from '../inspection.ts'
import { AdminDocumentParams, AdminKnowledgeBaseParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

export const inspectionRoutes = defineRoutes({
  listDocumentPassages: {
    method: 'get',
    path: `${ADMIN_KNOWLEDGE_BASE}/documents/{documentId}/passages`,
    tag: 'admin',
    summary: 'List the passages of a document as retrieval sees them',
    params: AdminDocumentParams,
    response: json(200, DocumentPassageList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  getDocumentContent: {
    method: 'get',
    path: `${ADMIN_KNOWLEDGE_BASE}/documents/{documentId}/content`,
    tag: 'admin',
    summary: 'Get the text of a document as markdown',
    params: AdminDocumentParams,
    response: json(200, DocumentContent),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  getDocumentCitations: {
    method: 'get',
    path: `${ADMIN_KNOWLEDGE_BASE}/documents/{documentId}/citations`,
    tag: 'admin',
    summary: 'Count the answers that cite a document, and name the newest',
    params: AdminDocumentParams,
    response: json(200, DocumentCitations),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  lookUpPassages: {
    method: 'post',
    path: `${ADMIN_KNOWLEDGE_BASE}/passages/lookup`,
    tag: 'admin',
    summary: 'Get passages by their ids',
    params: AdminKnowledgeBaseParams,
    body: PassageLookupBody,
    response: json(200, PassageLookup),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'viewer',
  },
  explainRetrieval: {
    method: 'post',
    path: `${ADMIN_KNOWLEDGE_BASE}/explain`,
    tag: 'admin',
    summary: 'Explain why a question finds a page, or why it does not',
    params: AdminKnowledgeBaseParams,
    body: ExplainBody,
    response: json(200, Explanation),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'GROUP_NOT_ALLOWED'],
    role: 'editor',
  },
})
