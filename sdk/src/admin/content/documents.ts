import type { CallOptions } from '../../transport/http.ts'
import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  BulkDocumentsBody,
  BulkDocumentsResult,
  Document,
  DocumentBody,
  DocumentCitations,
  DocumentContent,
  DocumentList,
  DocumentPassage,
  DocumentPatch,
  DocumentSummary,
  FoundPassage,
  ListDocumentsQuery,
  PassageLookup,
  PutDocumentsResult,
  PutResult,
} from '../../wire/admin.ts'

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
export const documentCalls = (calls: AdminCalls) => ({
  /** Adds a document, or replaces the one with the same URL. It is indexed soon after. */
  put: calls.putDocument,
  /** The same for up to 100 at once. Each has its own result, in order. */
  putMany: (
    knowledgeBaseId: string,
    documents: readonly DocumentInput[],
    options?: CallOptions,
  ): Promise<PutDocumentsResult> =>
    calls.putDocuments(knowledgeBaseId, { documents: [...documents] }, options),
  list: calls.listDocuments,
  summary: calls.summarizeDocuments,
  get: calls.getDocument,
  change: calls.changeDocument,
  /** As retrieval sees them. */
  passages: calls.listDocumentPassages,
  /** The whole text as markdown. */
  content: calls.getDocumentContent,
  /** How often answers cited it, how those were rated, and the newest of them. */
  citations: calls.getDocumentCitations,
  /** Changes, indexes again or deletes many. Call it again with `next_cursor` until that is null. */
  bulk: calls.changeDocuments,
  /** Passages of any documents by their ids, with their pages. */
  lookUpPassages: (
    knowledgeBaseId: string,
    ids: string[],
    options?: CallOptions,
  ): Promise<PassageLookup> => calls.lookUpPassages(knowledgeBaseId, { ids }, options),
  remove: calls.deleteDocument,
})
