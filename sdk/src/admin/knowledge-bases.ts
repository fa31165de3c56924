import type { AdminCalls } from '../wire/admin-calls.ts'
import type {
  ExplainBody,
  Explanation,
  KnowledgeBase,
  KnowledgeBaseBody,
  KnowledgeBasePatch,
} from '../wire/admin.ts'

export type { Explanation, KnowledgeBase }
export type KnowledgeBaseInput = KnowledgeBaseBody
export type KnowledgeBaseChange = KnowledgeBasePatch
export type ExplainInput = ExplainBody

/** A set of documents that answers are written from, with keys of its own. */
export const knowledgeBaseCalls = (calls: AdminCalls) => ({
  create: calls.createKnowledgeBase,
  list: calls.listKnowledgeBases,
  get: calls.getKnowledgeBase,
  change: calls.changeKnowledgeBase,
  /** Readers lose access at once; the data is deleted soon after. */
  remove: calls.deleteKnowledgeBase,
  /** Why a page is found for a question, or not. */
  explain: calls.explainRetrieval,
})
