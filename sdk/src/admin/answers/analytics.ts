import type {
  Analytics,
  AnalyticsFigures,
  AnalyticsPoint,
  AskedPages,
  CitedDocuments,
  FailureList,
  GetAnalyticsQuery,
  ListAskedPagesQuery,
  ListCitedDocumentsQuery,
  ListFailuresQuery,
  ListTopQuestionsQuery,
  TopQuestions,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Analytics, AnalyticsFigures, AnalyticsPoint, CitedDocuments, FailureList }
export type { AskedPages, TopQuestions }
export type AnalyticsInput = GetAnalyticsQuery
export type PeriodInput = ListAskedPagesQuery & ListCitedDocumentsQuery & ListTopQuestionsQuery
export type FailuresInput = ListFailuresQuery

const one = (id: string) => path`/api/v1/admin/knowledge-bases/${id}`

/** Counts of questions, answers, ratings and times. */
export const analyticsCalls = (connection: Connection) => ({
  get: (
    knowledgeBaseId: string,
    query: AnalyticsInput = {},
    options?: CallOptions,
  ): Promise<Analytics> =>
    request(
      connection,
      { method: 'GET', path: `${one(knowledgeBaseId)}/analytics`, query },
      options,
    ),
  /** The documents that answers cite most. */
  documents: (
    knowledgeBaseId: string,
    query: PeriodInput = {},
    options?: CallOptions,
  ): Promise<CitedDocuments> =>
    request(
      connection,
      { method: 'GET', path: `${one(knowledgeBaseId)}/analytics/documents`, query },
      options,
    ),
  /** The pages that readers ask on most. */
  pages: (
    knowledgeBaseId: string,
    query: PeriodInput = {},
    options?: CallOptions,
  ): Promise<AskedPages> =>
    request(
      connection,
      { method: 'GET', path: `${one(knowledgeBaseId)}/analytics/pages`, query },
      options,
    ),
  /** The questions that are asked most. */
  questions: (
    knowledgeBaseId: string,
    query: PeriodInput = {},
    options?: CallOptions,
  ): Promise<TopQuestions> =>
    request(
      connection,
      { method: 'GET', path: `${one(knowledgeBaseId)}/analytics/questions`, query },
      options,
    ),
})

/** Questions that ended with an error. */
export const failureCalls = (connection: Connection) => ({
  list: (
    knowledgeBaseId: string,
    query: FailuresInput = {},
    options?: CallOptions,
  ): Promise<FailureList> =>
    request(
      connection,
      { method: 'GET', path: `${one(knowledgeBaseId)}/failures`, query },
      options,
    ),
})
