import type { AnalyticsInput, PeriodInput } from '@footnote/client/admin'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { admin } from '../session/session.ts'
import { knowledgeBaseKey } from './queries.ts'

const TOP = 10
const PAGE = 20

/** What is shown stays until the next choice is there. */
export const analyticsQuery = (id: string, query: AnalyticsInput) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'analytics', 'counts', query),
    queryFn: ({ signal }) => admin().analytics.get(id, query, { signal }),
    placeholderData: keepPreviousData,
  })

export const citedDocumentsQuery = (id: string, period: PeriodInput) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'analytics', 'documents', period),
    queryFn: ({ signal }) => admin().analytics.documents(id, { ...period, limit: TOP }, { signal }),
    placeholderData: keepPreviousData,
  })

export const citedLabelsQuery = (id: string, period: PeriodInput) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'analytics', 'labels', period),
    queryFn: ({ signal }) => admin().analytics.labels(id, { ...period, limit: TOP }, { signal }),
    placeholderData: keepPreviousData,
  })

export const askedPagesQuery = (id: string, period: PeriodInput) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'analytics', 'pages', period),
    queryFn: ({ signal }) => admin().analytics.pages(id, { ...period, limit: TOP }, { signal }),
    placeholderData: keepPreviousData,
  })

export const topQuestionsQuery = (id: string, period: PeriodInput) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'analytics', 'questions', period),
    queryFn: ({ signal }) => admin().analytics.questions(id, { ...period, limit: TOP }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Newest first. */
export const failuresQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: knowledgeBaseKey(id, 'failures'),
    queryFn: ({ signal, pageParam }) =>
      admin().failures.list(id, { ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  })
