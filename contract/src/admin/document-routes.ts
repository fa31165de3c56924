import { anyRefusal, bodyRefusals, json, noContent, type Route } from '../route.ts'
import {
  Document,
  DocumentBody,
  DocumentList,
  DocumentListQuery,
  DocumentPatch,
  DocumentSummary,
} from './documents.ts'
import { AdminDocumentParams, AdminKnowledgeBaseParams } from './params.ts'

const DOCUMENTS = '/api/v1/admin/knowledge-bases/{knowledgeBaseId}/documents'

export const documentRoutes: readonly Route[] = [
  {
    operationId: 'putDocument',
    method: 'put',
    path: DOCUMENTS,
    tag: 'admin',
    summary: 'Add a document, or replace the one with the same URL',
    params: AdminKnowledgeBaseParams,
    body: DocumentBody,
    response: json(200, Document),
    mayCreate: true,
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
  },
  {
    operationId: 'listDocuments',
    method: 'get',
    path: DOCUMENTS,
    tag: 'admin',
    summary: 'List documents, a page at a time',
    params: AdminKnowledgeBaseParams,
    query: DocumentListQuery,
    response: json(200, DocumentList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'summarizeDocuments',
    method: 'get',
    path: `${DOCUMENTS}/summary`,
    tag: 'admin',
    summary: 'Count documents by state, and passages',
    params: AdminKnowledgeBaseParams,
    response: json(200, DocumentSummary),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'getDocument',
    method: 'get',
    path: `${DOCUMENTS}/{documentId}`,
    tag: 'admin',
    summary: 'Get a document',
    params: AdminDocumentParams,
    response: json(200, Document),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'changeDocument',
    method: 'patch',
    path: `${DOCUMENTS}/{documentId}`,
    tag: 'admin',
    summary: 'Change the title, visibility or group of a document',
    params: AdminDocumentParams,
    body: DocumentPatch,
    response: json(200, Document),
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND'],
  },
  {
    operationId: 'deleteDocument',
    method: 'delete',
    path: `${DOCUMENTS}/{documentId}`,
    tag: 'admin',
    summary: 'Delete a document and its passages',
    params: AdminDocumentParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
]
