import { MAX_DOCUMENT_BODY_BYTES } from '../../limits.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import {
  Document,
  DocumentBody,
  DocumentList,
  DocumentListQuery,
  DocumentPatch,
  DocumentSummary,
} from '../documents.ts'
import { AdminDocumentParams, AdminKnowledgeBaseParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const DOCUMENTS = `${ADMIN_KNOWLEDGE_BASE}/documents`

export const documentRoutes = defineRoutes({
  putDocument: {
    method: 'put',
    path: DOCUMENTS,
    tag: 'admin',
    summary: 'Add a document, or replace the one with the same URL',
    params: AdminKnowledgeBaseParams,
    body: DocumentBody,
    response: json(200, Document),
    mayCreate: true,
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'document.put',
    auditedFields: ['visibility', 'group_id'],
    maxBodyBytes: MAX_DOCUMENT_BODY_BYTES,
  },
  listDocuments: {
    method: 'get',
    path: DOCUMENTS,
    tag: 'admin',
    summary: 'List documents, page by page',
    params: AdminKnowledgeBaseParams,
    query: DocumentListQuery,
    response: json(200, DocumentList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  summarizeDocuments: {
    method: 'get',
    path: `${DOCUMENTS}/summary`,
    tag: 'admin',
    summary: 'Count documents by state, and passages',
    params: AdminKnowledgeBaseParams,
    response: json(200, DocumentSummary),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  getDocument: {
    method: 'get',
    path: `${DOCUMENTS}/{documentId}`,
    tag: 'admin',
    summary: 'Get a document',
    params: AdminDocumentParams,
    response: json(200, Document),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  changeDocument: {
    method: 'patch',
    path: `${DOCUMENTS}/{documentId}`,
    tag: 'admin',
    summary: 'Change the title, visibility or group of a document',
    params: AdminDocumentParams,
    body: DocumentPatch,
    response: json(200, Document),
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND'],
    role: 'editor',
    audit: 'document.change',
    auditedFields: ['visibility', 'group_id'],
  },
  deleteDocument: {
    method: 'delete',
    path: `${DOCUMENTS}/{documentId}`,
    tag: 'admin',
    summary: 'Delete a document and its passages',
    params: AdminDocumentParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
    audit: 'document.delete',
    auditedFields: ['url', 'visibility'],
  },
})
