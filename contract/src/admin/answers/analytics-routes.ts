import { z } from 'zod'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, defineRoutes, json } from '../../route.ts'
import { AdminKnowledgeBaseParams } from '../params.ts'
import {
  Analytics,
  AnalyticsQuery,
  AskedPages,
  AskedPagesCsvQuery,
  CitedDocuments,
  CitedLabels,
  TopQuery,
  TopQuestions,
} from './analytics.ts'
import { FailureList, FailuresQuery } from './failures.ts'

const ANALYTICS = `${ADMIN_KNOWLEDGE_BASE}/analytics`
const read = {
  method: 'get',
  tag: 'admin',
  params: AdminKnowledgeBaseParams,
  refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  role: 'viewer',
} as const

export const analyticsRoutes = defineRoutes({
  getAnalytics: {
    ...read,
    path: ANALYTICS,
    summary: 'Count questions, answers, ratings and times',
    query: AnalyticsQuery,
    response: json(200, Analytics),
  },
  exportAnalytics: {
    ...read,
    path: `${ANALYTICS}.csv`,
    summary: 'Get the same counts as CSV',
    query: AnalyticsQuery,
    response: { status: 200, schema: z.string(), contentType: 'text/csv' },
  },
  listCitedDocuments: {
    ...read,
    path: `${ANALYTICS}/documents`,
    summary: 'List the documents that answers cite most',
    query: TopQuery,
    response: json(200, CitedDocuments),
  },
  listCitedLabels: {
    ...read,
    path: `${ANALYTICS}/labels`,
    summary: 'Count citations by the labels of the cited documents',
    query: TopQuery,
    response: json(200, CitedLabels),
  },
  listTopQuestions: {
    ...read,
    path: `${ANALYTICS}/questions`,
    summary: 'List the questions that are asked most',
    query: TopQuery,
    response: json(200, TopQuestions),
  },
  listAskedPages: {
    ...read,
    path: `${ANALYTICS}/pages`,
    summary: 'List the pages that readers ask on most',
    query: TopQuery,
    response: json(200, AskedPages),
  },
  exportAskedPages: {
    ...read,
    path: `${ANALYTICS}/pages.csv`,
    summary: 'Get the pages that readers ask on as CSV',
    query: AskedPagesCsvQuery,
    response: { status: 200, schema: z.string(), contentType: 'text/csv' },
  },
  listFailures: {
    ...read,
    path: `${ADMIN_KNOWLEDGE_BASE}/failures`,
    summary: 'List failed answers, newest first',
    query: FailuresQuery,
    response: json(200, FailureList),
  },
})
