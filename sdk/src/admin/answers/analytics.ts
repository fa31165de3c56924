import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  Analytics,
  AnalyticsFigures,
  AnalyticsPoint,
  AskedPages,
  CitedDocuments,
  CitedLabels,
  FailureList,
  GetAnalyticsQuery,
  ListAskedPagesQuery,
  ListCitedDocumentsQuery,
  ListFailuresQuery,
  ListTopQuestionsQuery,
  TopQuestions,
} from '../../wire/admin.ts'

export type { Analytics, AnalyticsFigures, AnalyticsPoint, CitedDocuments, FailureList }
export type { AskedPages, CitedLabels, TopQuestions }
export type AnalyticsInput = GetAnalyticsQuery
export type PeriodInput = ListAskedPagesQuery & ListCitedDocumentsQuery & ListTopQuestionsQuery
export type FailuresInput = ListFailuresQuery

/** Counts of questions, answers, ratings and times. */
export const analyticsCalls = (calls: AdminCalls) => ({
  get: calls.getAnalytics,
  /** The documents that answers cite most. */
  documents: calls.listCitedDocuments,
  /** How often answers cite documents with each label. */
  labels: calls.listCitedLabels,
  /** The pages that readers ask on most. */
  pages: calls.listAskedPages,
  /** The questions that are asked most. */
  questions: calls.listTopQuestions,
})

/** Questions that ended with an error. */
export const failureCalls = (calls: AdminCalls) => ({
  list: calls.listFailures,
})
