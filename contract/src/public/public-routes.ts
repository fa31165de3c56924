import { ContactAccepted, ContactBody } from './contact.ts'
import { ChatBody, ChatFrame } from './chat.ts'
import { StreamFailureCode, type RefusalCode } from '../errors.ts'
import { FeedbackBody, FeedbackRecord } from './feedback.ts'
import { FormDeflectBody, FormDeflectOutcomeBody, FormDeflectResponse } from './form-deflect.ts'
import { REQUESTS_PER_CONTACT } from '../limits.ts'
import { PUBLIC_KNOWLEDGE_BASE, PUBLIC_PREFIX } from '../paths.ts'
import { KnowledgeBaseParams, MessageParams, ThreadParams, WidgetParams } from './params.ts'
import { RelatedBody, RelatedResponse } from './related.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../route.ts'
import { SearchBody, SearchResponse } from './search.ts'
import { SuggestedQuestionsQuery, SuggestedQuestionsResponse } from './suggested-questions.ts'
import { SavedWidgetConfig, WidgetConfig } from './widget-config.ts'

/** A key may be bound to pages' origins, and a token may say who is asking. */
const keyRefusals = [...anyRefusal, 'ORIGIN_NOT_ALLOWED', 'READER_TOKEN_INVALID'] as const
const captchaRefusals = ['CAPTCHA_REQUIRED', 'CAPTCHA_FAILED'] as const
/** Refusals of a body with `group_ids` and `widget_id`. */
const scopeRefusals = [
  'GROUP_NOT_ALLOWED',
  'WIDGET_DISABLED',
  'NOT_FOUND',
] as const satisfies readonly RefusalCode[]

const frames = { status: 200, schema: ChatFrame, contentType: 'text/event-stream' } as const

export const readerRoutes = defineRoutes({
  chat: {
    method: 'post',
    path: `${PUBLIC_KNOWLEDGE_BASE}/chat`,
    tag: 'public',
    summary: 'Answer a question as a stream of text with its sources',
    params: KnowledgeBaseParams,
    body: ChatBody,
    response: frames,
    refusals: [...keyRefusals, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals, 'FORBIDDEN'],
    streamFailures: StreamFailureCode.options,
    captcha: 'chat',
    waitsForModel: true,
  },
  threadChat: {
    method: 'post',
    path: `${PUBLIC_PREFIX}/threads/{threadId}/chat`,
    tag: 'public',
    summary: 'Ask a follow-up question in a conversation',
    params: ThreadParams,
    body: ChatBody,
    response: frames,
    refusals: [...keyRefusals, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals],
    streamFailures: StreamFailureCode.options,
    captcha: 'chat',
    waitsForModel: true,
  },
  formDeflect: {
    method: 'post',
    path: `${PUBLIC_KNOWLEDGE_BASE}/form-deflect`,
    tag: 'public',
    summary: 'Answer a support form before it is sent',
    params: KnowledgeBaseParams,
    body: FormDeflectBody,
    response: json(200, FormDeflectResponse),
    refusals: [...keyRefusals, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals, 'FORBIDDEN'],
    answerFailures: StreamFailureCode.options,
    captcha: 'form_deflect',
    waitsForModel: true,
  },
  formDeflectOutcome: {
    method: 'post',
    path: `${PUBLIC_PREFIX}/form-deflect/{messageId}/outcome`,
    tag: 'public',
    summary: 'Report whether the answer made the form unnecessary',
    params: MessageParams,
    body: FormDeflectOutcomeBody,
    response: noContent,
    refusals: [...keyRefusals, ...bodyRefusals, 'FORBIDDEN', 'NOT_FOUND'],
  },
  search: {
    method: 'post',
    path: `${PUBLIC_KNOWLEDGE_BASE}/search`,
    tag: 'public',
    summary: 'The passages that match a query best',
    params: KnowledgeBaseParams,
    body: SearchBody,
    response: json(200, SearchResponse),
    refusals: [...keyRefusals, ...bodyRefusals, ...captchaRefusals, ...scopeRefusals, 'FORBIDDEN'],
    captcha: 'search',
  },
  related: {
    method: 'post',
    path: `${PUBLIC_KNOWLEDGE_BASE}/related`,
    tag: 'public',
    summary: 'Pages related to a query, one entry per page',
    params: KnowledgeBaseParams,
    body: RelatedBody,
    response: json(200, RelatedResponse),
    refusals: [...keyRefusals, ...bodyRefusals, 'FORBIDDEN'],
    readsWithoutToken: true,
  },
  rate: {
    method: 'post',
    path: `${PUBLIC_PREFIX}/feedback`,
    tag: 'public',
    summary: 'Rate an answer; a second rating replaces the first',
    body: FeedbackBody,
    response: json(201, FeedbackRecord),
    refusals: [...keyRefusals, ...bodyRefusals, ...captchaRefusals, 'FORBIDDEN', 'NOT_FOUND'],
    captcha: 'feedback',
  },
  withdrawRating: {
    method: 'delete',
    path: `${PUBLIC_PREFIX}/feedback/{messageId}`,
    tag: 'public',
    summary: 'Withdraw the rating of an answer',
    params: MessageParams,
    response: noContent,
    refusals: [...keyRefusals, 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'],
  },
  contact: {
    method: 'post',
    path: `${PUBLIC_KNOWLEDGE_BASE}/contact`,
    tag: 'public',
    summary: 'Ask a person, with the conversation so far',
    params: KnowledgeBaseParams,
    body: ContactBody,
    response: json(202, ContactAccepted),
    refusals: [...keyRefusals, ...bodyRefusals, ...captchaRefusals, 'FORBIDDEN', 'NOT_FOUND'],
    captcha: 'contact',
    requestCost: REQUESTS_PER_CONTACT,
  },
  suggestedQuestions: {
    method: 'get',
    path: `${PUBLIC_KNOWLEDGE_BASE}/suggested-questions`,
    tag: 'public',
    summary: 'Starter questions to show before the reader types',
    params: KnowledgeBaseParams,
    query: SuggestedQuestionsQuery,
    response: json(200, SuggestedQuestionsResponse),
    refusals: [...keyRefusals, 'BAD_REQUEST', 'FORBIDDEN'],
  },
  widgetConfig: {
    method: 'get',
    path: `${PUBLIC_KNOWLEDGE_BASE}/widget-config`,
    tag: 'public',
    summary: 'What a client needs before it shows a widget',
    params: KnowledgeBaseParams,
    response: json(200, WidgetConfig),
    refusals: [...keyRefusals, 'FORBIDDEN'],
  },
  savedWidgetConfig: {
    method: 'get',
    path: `${PUBLIC_PREFIX}/widget-integrations/{widgetId}/config`,
    tag: 'public',
    summary: 'The configuration of a saved widget',
    params: WidgetParams,
    response: json(200, SavedWidgetConfig),
    refusals: [...keyRefusals, 'WIDGET_DISABLED', 'NOT_FOUND'],
  },
})
