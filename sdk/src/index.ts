/** The entry of the package `@footnote/client`. */
export type { AnswerState, AnswerStatus } from './answer-state.ts'
export { answerStates } from './answer-state.ts'
export type { CaptchaAction, CaptchaTokenProvider } from './captcha.ts'
export type { Client, ClientOptions } from './client.ts'
export { createClient } from './client.ts'
export type { Credential } from './credential.ts'
export type { ClientErrorCode, ErrorDetail } from './error.ts'
export { FootnoteError } from './error.ts'
export type { CallOptions, Fetch, GatedCallOptions } from './http.ts'
export type { Thread } from './thread.ts'
export type {
  ChatBody,
  ChatFrame,
  Citation,
  DeltaFrame,
  ErrorFrame,
  FeedbackBody,
  FeedbackRecord,
  FirstFrame,
  FormDeflectBody,
  FormDeflectOutcomeBody,
  FormDeflectResponse,
  LastFrame,
  RefusalCode,
  RelatedArticle,
  RelatedBody,
  RelatedResponse,
  SavedWidgetConfig,
  SavedWidgetSettings,
  SearchBody,
  SearchResponse,
  SearchResult,
  StreamErrorCode,
  StreamFailureCode,
  SuggestedQuestionsResponse,
  WidgetConfig,
} from './wire.ts'
