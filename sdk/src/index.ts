/** The entry of the package `@footnote/client`. */
export type { AnswerState, AnswerStatus } from './answers/answer-state.ts'
export { answerStates } from './answers/answer-state.ts'
export { hasSections, splitSections } from './answers/sections.ts'
export type { CaptchaAction, CaptchaTokenProvider } from './transport/captcha.ts'
export type { Client, ClientOptions } from './client.ts'
export type { ReaderToken } from './transport/reader-token.ts'
export { createClient } from './client.ts'
export type { Credential } from './transport/credential.ts'
export type { ClientErrorCode, ErrorDetail } from './transport/error.ts'
export { FootnoteError } from './transport/error.ts'
export type { CallOptions, Fetch, GatedCallOptions } from './transport/http.ts'
export type { Thread } from './answers/thread.ts'
export type {
  ChatBody,
  ChatFrame,
  ContactAccepted,
  ContactBody,
  Citation,
  DeltaFrame,
  ErrorFrame,
  FeedbackBody,
  FeedbackRecord,
  FirstFrame,
  FormDeflectBody,
  FormDeflectOutcomeBody,
  FormDeflectResponse,
  LabelFilter,
  Labels,
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
} from './wire/public.ts'
