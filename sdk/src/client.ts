import type { ChatBody, ChatFrame, LastFrame } from '@footnote/contract/chat'
import type { Citation } from '@footnote/contract/citation'
import type { FeedbackBody, FeedbackRecord } from '@footnote/contract/feedback'
import type {
  FormDeflectBody,
  FormDeflectOutcomeBody,
  FormDeflectResponse,
} from '@footnote/contract/form-deflect'
import type { RelatedBody, RelatedResponse } from '@footnote/contract/related'
import type { SearchBody, SearchResponse, SearchResult } from '@footnote/contract/search'
import type { SuggestedQuestionsResponse } from '@footnote/contract/suggested-questions'
import type { SavedWidgetConfig, WidgetConfig } from '@footnote/contract/widget-config'
import { createSocketAsk } from './ask-socket.ts'
import { ask } from './ask.ts'
import type { AnswerSoFar } from './build-answer.ts'
import { buildAnswer } from './build-answer.ts'
import type { Credential } from './credential.ts'
import { credentialHeaders } from './credential.ts'
import type { CallOptions, Connection, Fetch, GatedCallOptions } from './http.ts'
import { request } from './http.ts'
import type { Input } from './input.ts'
import { path } from './path.ts'

export type ClientOptions = {
  readonly baseUrl: string
  readonly credential: Credential
  /** The one that the key belongs to. */
  readonly knowledgeBaseId: string
  readonly fetch?: Fetch | undefined
  /**
   * How questions travel: each as a stream of its own (`sse`), or all over one connection
   * (`websocket`), which takes less to open when many are asked. Default: `sse`.
   */
  readonly transport?: 'sse' | 'websocket' | undefined
  /** Default: the global one. */
  readonly WebSocket?: typeof globalThis.WebSocket | undefined
}

export type {
  Credential,
  AnswerSoFar,
  ChatFrame,
  Citation,
  FeedbackRecord,
  FormDeflectResponse,
  LastFrame,
  RelatedResponse,
  SavedWidgetConfig,
  SearchResponse,
  SearchResult,
  SuggestedQuestionsResponse,
  WidgetConfig,
}
export type AskInput = Input<typeof ChatBody>
export type SearchInput = Input<typeof SearchBody>
export type RelatedInput = Input<typeof RelatedBody>
export type RatingInput = Input<typeof FeedbackBody>
export type FormInput = Input<typeof FormDeflectBody>
export type FormOutcome = FormDeflectOutcomeBody['outcome']

export type Client = {
  /**
   * The frames of an answer as they come. `timeoutMs` is how long the service may be silent.
   * Stopping the iteration stops the answer.
   */
  ask(body: AskInput, options?: GatedCallOptions): AsyncGenerator<ChatFrame>
  /** The same, put together: each value is what to show now, the last one is the whole answer. */
  askText(body: AskInput, options?: GatedCallOptions): AsyncGenerator<AnswerSoFar, void>
  /** The answer to what a reader wrote in a form, in one piece. Waits up to 90 s. */
  deflectForm(body: FormInput, options?: GatedCallOptions): Promise<FormDeflectResponse>
  /** Whether the form was sent all the same. */
  tellFormOutcome(messageId: string, outcome: FormOutcome, options?: CallOptions): Promise<void>
  search(body: SearchInput, options?: GatedCallOptions): Promise<SearchResponse>
  related(body: RelatedInput, options?: CallOptions): Promise<RelatedResponse>
  /** Rates an answer by its `message_id`. A second rating replaces the first. */
  rate(body: RatingInput, options?: GatedCallOptions): Promise<FeedbackRecord>
  withdrawRating(messageId: string, options?: CallOptions): Promise<void>
  suggestedQuestions(options?: CallOptions): Promise<SuggestedQuestionsResponse>
  /** What to know before a widget is shown: whether CAPTCHA tokens are needed, and more. */
  widgetConfig(options?: CallOptions): Promise<WidgetConfig>
  /** Only from a page whose origin the widget allows. */
  savedWidgetConfig(widgetId: string, options?: CallOptions): Promise<SavedWidgetConfig>
  /** Closes the connection of `websocket`. A question asked later opens another. */
  close(): void
}

const FEEDBACK = '/api/v1/public/feedback'
/** An answer may take the service 60 s. */
const WHOLE_ANSWER_MS = 90_000

/** What a reader's page or a product's server needs. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, fetch, knowledgeBaseId } = options
  const connection: Connection = { baseUrl, fetch, headers: credentialHeaders(options.credential) }
  const base = path`/api/v1/public/knowledge-bases/${knowledgeBaseId}`
  const get = <Result>(from: string, callOptions?: CallOptions): Promise<Result> =>
    request(connection, { method: 'GET', path: from }, callOptions)
  const url = `${baseUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}${base}/ws`
  const socket = createSocketAsk({ ...options, url })
  const askHere = (body: AskInput, callOptions?: GatedCallOptions) =>
    options.transport === 'websocket'
      ? socket.ask(body, callOptions)
      : ask(connection, `${base}/chat`, body, callOptions)
  return {
    ask: askHere,
    askText: (body, callOptions) => buildAnswer(askHere(body, callOptions)),
    deflectForm: (body, callOptions) =>
      request(
        connection,
        { method: 'POST', path: `${base}/form-deflect`, body },
        { timeoutMs: WHOLE_ANSWER_MS, ...callOptions },
      ),
    tellFormOutcome: (messageId, outcome, callOptions) =>
      request(
        connection,
        {
          method: 'POST',
          path: path`/api/v1/public/form-deflect/${messageId}/outcome`,
          body: { outcome },
        },
        callOptions,
      ),
    search: (body, callOptions) =>
      request(connection, { method: 'POST', path: `${base}/search`, body }, callOptions),
    related: (body, callOptions) =>
      request(connection, { method: 'POST', path: `${base}/related`, body }, callOptions),
    rate: (body, callOptions) =>
      request(connection, { method: 'POST', path: FEEDBACK, body }, callOptions),
    withdrawRating: (messageId, callOptions) =>
      request(connection, { method: 'DELETE', path: FEEDBACK + path`/${messageId}` }, callOptions),
    suggestedQuestions: (callOptions) => get(`${base}/suggested-questions`, callOptions),
    widgetConfig: (callOptions) => get(`${base}/widget-config`, callOptions),
    savedWidgetConfig: (widgetId, callOptions) =>
      get(path`/api/v1/public/widget-integrations/${widgetId}/config`, callOptions),
    close: () => socket.close(),
  }
}
