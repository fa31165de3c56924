import type {
  BulkDocumentsBody,
  BulkDocumentsResult,
  Document,
  DocumentBody,
  DocumentCitations,
  DocumentContent,
  DocumentList,
  DocumentPassage,
  DocumentPassageList,
  DocumentPatch,
  DocumentSummary,
  FoundPassage,
  ListDocumentsQuery,
  PassageLookup,
  PutDocumentsResult,
  PutResult,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type {
  BulkDocumentsResult,
  Document,
  DocumentCitations,
  DocumentContent,
  DocumentList,
  DocumentPassage,
  DocumentSummary,
  FoundPassage,
  PassageLookup,
  PutDocumentsResult,
  PutResult,
}
export type DocumentInput = DocumentBody
export type DocumentChange = DocumentPatch
export type DocumentListInput = ListDocumentsQuery
export type BulkInput = BulkDocumentsBody

/** Documents, by the knowledge base that holds them. */
export function documentCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/documents`
  const one = (id: string, documentId: string) => base(id) + path`/${documentId}`
  return {
    /** Adds a document, or replaces the one with the same URL. It is indexed soon after. */
    put: (knowledgeBaseId: string, body: DocumentInput, options?: CallOptions): Promise<Document> =>
      request(connection, { method: 'PUT', path: base(knowledgeBaseId), body }, options),
    /** The same for up to 100 at once. Each has its own result, in order. */
    putMany: (
      knowledgeBaseId: string,
      documents: readonly DocumentInput[],
      options?: CallOptions,
    ): Promise<PutDocumentsResult> =>
      request(
        connection,
        { method: 'PUT', path: `${base(knowledgeBaseId)}/bulk`, body: { documents } },
        options,
      ),
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
    /** The whole text as markdown. */
    content: (
      knowledgeBaseId: string,
      documentId: string,
      options?: CallOptions,
    ): Promise<DocumentContent> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, documentId)}/content` },
        options,
      ),
    /** How often answers cited it, how those were rated, and the newest of them. */
    citations: (
      knowledgeBaseId: string,
      documentId: string,
      options?: CallOptions,
    ): Promise<DocumentCitations> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, documentId)}/citations` },
        options,
      ),
    /** Changes, indexes again or deletes many. Call it again with `next_cursor` until that is null. */
    bulk: (
      knowledgeBaseId: string,
      body: BulkInput,
      options?: CallOptions,
    ): Promise<BulkDocumentsResult> =>
      request(connection, { method: 'POST', path: `${base(knowledgeBaseId)}/bulk`, body }, options),
    /** Passages of any documents by their ids, with their pages. */
    lookUpPassages: (
      knowledgeBaseId: string,
      ids: string[],
      options?: CallOptions,
    ): Promise<PassageLookup> =>
      request(
        connection,
        {
          method: 'POST',
          path: path`/api/v1/admin/knowledge-bases/${knowledgeBaseId}/passages/lookup`,
          body: { ids },
        },
        options,
      ),
    remove: (knowledgeBaseId: string, documentId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: one(knowledgeBaseId, documentId) }, options),
  }
}
