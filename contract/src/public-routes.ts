import { ChatBody, ChatFrame } from './chat.ts'
import { StreamFailureCode, type RefusalCode } from './errors.ts'
import { FeedbackBody, FeedbackRecord } from './feedback.ts'
import { FormDeflectBody, FormDeflectOutcomeBody, FormDeflectResponse } from './form-deflect.ts'
import { KnowledgeBaseParams, MessageParams, ThreadParams, WidgetParams } from './params.ts'
import { RelatedBody, RelatedResponse } from './related.ts'
import { anyRefusal, bodyRefusals, json, noContent, type Route } from './route.ts'
import { SearchBody, SearchResponse } from './search.ts'
import { SuggestedQuestionsResponse } from './suggested-questions.ts'
import { SavedWidgetConfig, WidgetConfig } from './widget-config.ts'

const PREFIX = '/api/v1/public'
const KNOWLEDGE_BASE = `${PREFIX}/knowledge-bases/{knowledgeBaseId}`

const captchaRefusals = ['CAPTCHA_REQUIRED', 'CAPTCHA_FAILED'] as const
/** What a body with `group_ids` and `widget_id` may meet. */
const scopeRefusals = [
  'GROUP_NOT_ALLOWED',
  'WIDGET_DISABLED',
  'ORIGIN_NOT_ALLOWED',
  'NOT_FOUND',
] as const satisfies readonly RefusalCode[]

const frames = { status: 200, schema: ChatFrame, contentType: 'text/event-stream' } as const

export const suggestedQuestionsRoute: Route = {
  operationId: 'suggestedQuestions',
  method: 'get',
  path: `${KNOWLEDGE_BASE}/suggested-questions`,
  tag: 'public',
  summary: 'Starter questions to show before the reader types',
  params: KnowledgeBaseParams,
  response: json(200, SuggestedQuestionsResponse),
  refusals: [...anyRefusal, 'FORBIDDEN'],
}

export const relatedRoute: Route = {
  operationId: 'related',
  method: 'post',
  path: `${KNOWLEDGE_BASE}/related`,
  tag: 'public',
  summary: 'Pages related to a query, one entry per page',
  params: KnowledgeBaseParams,
  body: RelatedBody,
  response: json(200, RelatedResponse),
  refusals: [...anyRefusal, ...bodyRefusals, 'FORBIDDEN'],
}

export const rateRoute: Route = {
  operationId: 'rate',
  method: 'post',
  path: `${PREFIX}/feedback`,
  tag: 'public',
  summary: 'Rate an answer; a second rating replaces the first',
  body: FeedbackBody,
  response: json(201, FeedbackRecord),
  refusals: [...anyRefusal, ...bodyRefusals, ...captchaRefusals, 'FORBIDDEN', 'NOT_FOUND'],
  captcha: true,
}

export const withdrawRatingRoute: Route = {
  operationId: 'withdrawRating',
  method: 'delete',
  path: `${PREFIX}/feedback/{messageId}`,
  tag: 'public',
  summary: 'Withdraw the rating of an answer',
  params: MessageParams,
  response: noContent,
  refusals: [...anyRefusal, 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'],
}

export const chatRoute: Route = {
  operationId: 'chat',
  method: 'post',
  path: `${KNOWLEDGE_BASE}/chat`,
  tag: 'public',
  summary: 'Answer a question as a stream of text with its sources',
  params: KnowledgeBaseParams,
  body: ChatBody,
  response: frames,
  refusals: [...anyRefusal, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals, 'FORBIDDEN'],
  streamFailures: StreamFailureCode.options,
  captcha: true,
}

export const threadChatRoute: Route = {
  operationId: 'threadChat',
  method: 'post',
  path: `${PREFIX}/threads/{threadId}/chat`,
  tag: 'public',
  summary: 'Ask a follow-up question in a conversation',
  params: ThreadParams,
  body: ChatBody,
  response: frames,
  refusals: [...anyRefusal, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals],
  streamFailures: StreamFailureCode.options,
  captcha: true,
}

export const searchRoute: Route = {
  operationId: 'search',
  method: 'post',
  path: `${KNOWLEDGE_BASE}/search`,
  tag: 'public',
  summary: 'The passages that match a query best',
  params: KnowledgeBaseParams,
  body: SearchBody,
  response: json(200, SearchResponse),
  refusals: [...anyRefusal, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals, 'FORBIDDEN'],
  captcha: true,
}

export const widgetConfigRoute: Route = {
  operationId: 'widgetConfig',
  method: 'get',
  path: `${KNOWLEDGE_BASE}/widget-config`,
  tag: 'public',
  summary: 'What a client needs to know before it shows a widget',
  params: KnowledgeBaseParams,
  response: json(200, WidgetConfig),
  refusals: [...anyRefusal, 'FORBIDDEN'],
}

export const savedWidgetConfigRoute: Route = {
  operationId: 'savedWidgetConfig',
  method: 'get',
  path: `${PREFIX}/widget-integrations/{widgetId}/config`,
  tag: 'public',
  summary: 'The configuration of a saved widget',
  params: WidgetParams,
  response: json(200, SavedWidgetConfig),
  refusals: [...anyRefusal, 'WIDGET_DISABLED', 'ORIGIN_NOT_ALLOWED', 'NOT_FOUND'],
}

export const formDeflectRoute: Route = {
  operationId: 'formDeflect',
  method: 'post',
  path: `${KNOWLEDGE_BASE}/form-deflect`,
  tag: 'public',
  summary: 'Answer what a reader wrote in a support form before it is sent',
  params: KnowledgeBaseParams,
  body: FormDeflectBody,
  response: json(200, FormDeflectResponse),
  refusals: [...anyRefusal, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals, 'FORBIDDEN'],
  answerFailures: StreamFailureCode.options,
  captcha: true,
}

export const formDeflectOutcomeRoute: Route = {
  operationId: 'formDeflectOutcome',
  method: 'post',
  path: `${PREFIX}/form-deflect/{messageId}/outcome`,
  tag: 'public',
  summary: 'Tell whether the answer spared the form',
  params: MessageParams,
  body: FormDeflectOutcomeBody,
  response: noContent,
  refusals: [...anyRefusal, ...bodyRefusals, 'FORBIDDEN', 'NOT_FOUND'],
}

export const publicRoutes: readonly Route[] = [
  suggestedQuestionsRoute,
  relatedRoute,
  rateRoute,
  withdrawRatingRoute,
  chatRoute,
  threadChatRoute,
  searchRoute,
  widgetConfigRoute,
  savedWidgetConfigRoute,
  formDeflectRoute,
  formDeflectOutcomeRoute,
]
