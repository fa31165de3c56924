import type { AnswerState } from './answers/answer-state.ts'
import { answerStates } from './answers/answer-state.ts'
import type { SocketAsk } from './transport/websocket/ask-socket.ts'
import { ask } from './transport/ask.ts'
import { resolveBaseUrl } from './transport/base-url.ts'
import type { CaptchaAction, CaptchaTokenProvider } from './transport/captcha.ts'
import { withCaptchaToken } from './transport/captcha.ts'
import type { Credential } from './transport/credential.ts'
import { credentialHeaders } from './transport/credential.ts'
import type { Call, CallOptions, Connection, Fetch, GatedCallOptions } from './transport/http.ts'
import { request } from './transport/http.ts'
import { path } from './transport/path.ts'
import type { ReaderToken } from './transport/reader-token.ts'
import type { Thread } from './answers/thread.ts'
import { createThread } from './answers/thread.ts'
import type {
  ChatBody,
  ChatFrame,
  ContactAccepted,
  ContactBody,
  FeedbackBody,
  FeedbackRecord,
  FormDeflectBody,
  FormDeflectOutcomeBody,
  FormDeflectResponse,
  LabelFilter,
  RelatedBody,
  RelatedResponse,
  SavedWidgetConfig,
  SearchBody,
  SearchResponse,
  SuggestedQuestionsResponse,
  WidgetConfig,
} from './wire/public.ts'

export type ClientOptions = {
  /** Where the service is, such as `https://answers.example.com`. Default: the page's own origin. */
  readonly baseUrl?: string | undefined
  readonly credential: Credential
  /** The knowledge base that the key belongs to. */
  readonly knowledgeBaseId: string
  /** Asked for a token before each call that may need one. Without it, pass `recaptchaToken`. */
  readonly captchaToken?: CaptchaTokenProvider | undefined
  /** Says who is asking, where the knowledge base has groups for signed readers. */
  readonly readerToken?: ReaderToken | undefined
  readonly fetch?: Fetch | undefined
  /**
   * How questions travel: each as a stream of its own (`sse`), or all over one connection
   * (`websocket`), which is cheaper for many questions. Default: `sse`.
   */
  readonly transport?: 'sse' | 'websocket' | undefined
  /** Default: the global one. */
  readonly WebSocket?: typeof globalThis.WebSocket | undefined
}

export type Client = {
  /**
   * The frames of an answer as they arrive. A refusal and a broken stream throw a FootnoteError; an
   * answer that fails ends with an error frame. `timeoutMs` is how long the service may be silent.
   * Stopping the iteration stops the answer.
   */
  ask(body: ChatBody, options?: GatedCallOptions): AsyncGenerator<ChatFrame>
  /**
   * The same as whole states: each value is what to show now. Its last `status` is `done`, `failed` or
   * `stopped`; no failure is thrown.
   */
  askText(body: ChatBody, options?: GatedCallOptions): AsyncGenerator<AnswerState, void>
  /** A conversation, new or continued: it sends the `thread_id` of each answer with the next question. */
  thread(threadId?: string | null): Thread
  /** The answer to what a reader wrote in a form, in one piece. Waits up to 90 s. */
  formDeflect(body: FormDeflectBody, options?: GatedCallOptions): Promise<FormDeflectResponse>
  /** Reports whether the form was sent after all. */
  formOutcome(
    messageId: string,
    outcome: FormDeflectOutcomeBody['outcome'],
    options?: CallOptions,
  ): Promise<void>
  search(body: SearchBody, options?: GatedCallOptions): Promise<SearchResponse>
  related(body: RelatedBody, options?: CallOptions): Promise<RelatedResponse>
  /** Rates an answer by its `message_id`. A second rating replaces the first. */
  rate(body: FeedbackBody, options?: GatedCallOptions): Promise<FeedbackRecord>
  /** Withdraws a rating. */
  unrate(messageId: string, options?: CallOptions): Promise<void>
  /** Sends what a reader asks a person. It is delivered once, however often the same `id` is sent. */
  contact(body: ContactBody, options?: GatedCallOptions): Promise<ContactAccepted>
  /** With a filter those alone that come from documents with these labels; of `page_url` first. */
  suggestedQuestions(
    options?: CallOptions & { filter?: LabelFilter; page_url?: string | undefined },
  ): Promise<SuggestedQuestionsResponse>
  /** What a page needs before it shows a widget, such as whether CAPTCHA tokens are required. */
  widgetConfig(options?: CallOptions): Promise<WidgetConfig>
  /** The same with the settings of a saved widget. Only from a page whose origin it allows. */
  savedWidgetConfig(widgetId: string, options?: CallOptions): Promise<SavedWidgetConfig>
  /** Closes the connection of `websocket`. A question asked later opens another. */
  close(): void
}

/** `?filter=version%3A2&page_url=…` */
function starterQuery(filter: LabelFilter = {}, pageUrl?: string): string {
  const parts: [string, string][] = Object.entries(filter).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => ['filter', `${name}:${value}`]),
  )
  if (pageUrl !== undefined) parts.push(['page_url', pageUrl])
  return parts.length === 0 ? '' : `?${new URLSearchParams(parts)}`
}

const FEEDBACK = '/api/v1/public/feedback'
/** The service may take 60 s for an answer. */
const WHOLE_ANSWER_MS = 90_000

/** The client for readers' pages, and for servers that ask on readers' behalf. */
export function createClient(options: ClientOptions): Client {
  const { fetch, knowledgeBaseId, captchaToken, readerToken } = options
  const baseUrl = resolveBaseUrl(options.baseUrl)
  const headers = credentialHeaders(options.credential)
  const connection: Connection = { baseUrl, fetch, headers, readerToken }
  const base = path`/api/v1/public/knowledge-bases/${knowledgeBaseId}`
  const url = `${baseUrl.replace(/^http/, 'ws')}${base}/ws`
  let socket: SocketAsk | undefined

  // Most pages ask over SSE, and load none of it.
  async function* askSocket(body: ChatBody, gated?: GatedCallOptions): AsyncGenerator<ChatFrame> {
    const { createSocketAsk } = await import('./transport/websocket/ask-socket.ts')
    socket ??= createSocketAsk({ ...options, url })
    yield* socket.ask(body, gated)
  }

  async function* askOne(
    body: ChatBody,
    callOptions?: GatedCallOptions,
  ): AsyncGenerator<ChatFrame> {
    const gated = await withCaptchaToken(captchaToken, 'chat', callOptions)
    yield* options.transport === 'websocket'
      ? askSocket(body, gated)
      : ask(connection, `${base}/chat`, body, gated)
  }
  const get = <Result>(from: string, callOptions?: CallOptions): Promise<Result> =>
    request(connection, { method: 'GET', path: from }, callOptions)
  const post = (to: string, body: unknown): Call => ({ method: 'POST', path: to, body })
  const gatedRequest = async <Result>(
    action: CaptchaAction,
    call: Call,
    callOptions?: GatedCallOptions,
  ): Promise<Result> =>
    request(connection, call, await withCaptchaToken(captchaToken, action, callOptions))

  return {
    ask: askOne,
    askText: (body, callOptions) => answerStates(askOne(body, callOptions), callOptions?.signal),
    thread: (threadId = null) => createThread(askOne, threadId),
    formDeflect: (body, callOptions) =>
      gatedRequest('form_deflect', post(`${base}/form-deflect`, body), {
        timeoutMs: WHOLE_ANSWER_MS,
        ...callOptions,
      }),
    formOutcome: (messageId, outcome, callOptions) =>
      request(
        connection,
        // The page is left when its form is sent.
        {
          ...post(path`/api/v1/public/form-deflect/${messageId}/outcome`, { outcome }),
          keepalive: true,
        },
        callOptions,
      ),
    search: (body, callOptions) =>
      gatedRequest('search', post(`${base}/search`, body), callOptions),
    related: (body, callOptions) => request(connection, post(`${base}/related`, body), callOptions),
    rate: (body, callOptions) => gatedRequest('feedback', post(FEEDBACK, body), callOptions),
    unrate: (messageId, callOptions) =>
      request(connection, { method: 'DELETE', path: FEEDBACK + path`/${messageId}` }, callOptions),
    contact: (body, callOptions) =>
      gatedRequest('contact', post(`${base}/contact`, body), callOptions),
    suggestedQuestions: ({ filter, page_url, ...callOptions } = {}) =>
      get(`${base}/suggested-questions${starterQuery(filter, page_url)}`, callOptions),
    widgetConfig: (callOptions) => get(`${base}/widget-config`, callOptions),
    savedWidgetConfig: (widgetId, callOptions) =>
      get(path`/api/v1/public/widget-integrations/${widgetId}/config`, callOptions),
    close: () => socket?.close(),
  }
}
