import type {
  Document,
  DocumentBody,
  DocumentList,
  DocumentPassage,
  DocumentPassageList,
  DocumentPatch,
  DocumentSummary,
  ListDocumentsQuery,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Document, DocumentList, DocumentPassage, DocumentSummary }
export type DocumentInput = DocumentBody
export type DocumentChange = DocumentPatch
export type DocumentListInput = ListDocumentsQuery

/** Documents, by the knowledge base that holds them. */
export function documentCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/documents`
  const one = (id: string, documentId: string) => base(id) + path`/${documentId}`
  return {
    /** Adds a document, or replaces the one with the same URL. It is indexed soon after. */
    put: (knowledgeBaseId: string, body: DocumentInput, options?: CallOptions): Promise<Document> =>
      request(connection, { method: 'PUT', path: base(knowledgeBaseId), body }, options),
    list: (
      knowledgeBaseId: string,
      query: DocumentListInput = {},
      options?: CallOptions,
    ): Promise<DocumentList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId), query }, options),
    summary: (knowledgeBaseId: string, options?: CallOptions): Promise<DocumentSummary> =>
      request(connection, { method: 'GET', path: `${base(knowledgeBaseId)}/summary` }, options),
    get: (knowledgeBaseId: string, documentId: string, options?: CallOptions): Promise<Document> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId, documentId) }, options),
    change: (
      knowledgeBaseId: string,
      documentId: string,
      body: DocumentChange,
      options?: CallOptions,
    ): Promise<Document> =>
      request(
        connection,
        { method: 'PATCH', path: one(knowledgeBaseId, documentId), body },
        options,
      ),
    /** As retrieval sees them. */
    passages: (
      knowledgeBaseId: string,
      documentId: string,
      options?: CallOptions,
    ): Promise<DocumentPassageList> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, documentId)}/passages` },
        options,
      ),
    remove: (knowledgeBaseId: string, documentId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: one(knowledgeBaseId, documentId) }, options),
  }
}
