// Written by `npm run openapi` from the contract. Do not edit.

export type AnswerErrorBody = {
  /** A message to show the reader. */
  error: string
  /** Why the request was refused, or why the answer failed. */
  code: RefusalCode | StreamErrorCode
  /** Also in the `X-Request-Id` header. */
  request_id: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** Only for BAD_REQUEST: what is wrong with which field; at most 100. */
  details?: {
    /** The field, such as `user.email`. */
    path: string
    /** What is wrong with it. */
    message: string
  }[] | undefined
}

export type AskMessage = {
  /** A question, with the fields of the chat body. */
  type: 'ask'
  /** Chosen by the client. It tells the answers on one connection apart. */
  id: string
  /** The question. Not blank. */
  query: string
  /** Continues that conversation. Ignored if it is not a valid id. */
  thread_id?: Id | undefined
  /** Passages to retrieve. Above 100 counts as 100. Default: `10`. */
  top_k?: number | undefined
  /** Use only these source groups, at least one. Each must exist and lie within the key's own. */
  group_ids?: string[] | undefined
  /** The asker, for analytics. When both are sent, `id` is used. */
  user?: {
    /** Your own id for the person, such as the one in your user table. */
    id?: string | undefined
    /** Stored with the answer if there is no `id`. No email is sent to it. */
    email?: string | undefined
  } | undefined
  /** Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing. */
  filter?: LabelFilter | undefined
  /** The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it. */
  default_filter?: LabelFilter | undefined
  /** A saved widget. It must be enabled, and the page must be in its allowed origins. */
  widget_id?: Id | undefined
  /** The page that the reader is on. If it is indexed and the reader may see it, "this page" means it, it is preferred a little, and its version is the default. Only its origin and path are stored. */
  page_url?: string | undefined
  /** Text that the reader selected and asks about. It is not stored. */
  selection?: string | undefined
  /** A fresh reCAPTCHA v3 token, if the key requires one. */
  recaptcha_token?: string | undefined
  /** A token for this question. Default: that of the first message, which may have expired since. */
  reader_token?: string | undefined
}

export type CancelMessage = {
  /** Ends the answer to a question with a `cancelled` frame. */
  type: 'cancel'
  /** Chosen by the client. It tells the answers on one connection apart. */
  id: string
}

export type ChatBody = {
  /** The question. Not blank. */
  query: string
  /** Continues that conversation. Ignored if it is not a valid id. */
  thread_id?: Id | undefined
  /** Passages to retrieve. Above 100 counts as 100. Default: `10`. */
  top_k?: number | undefined
  /** Use only these source groups, at least one. Each must exist and lie within the key's own. */
  group_ids?: string[] | undefined
  /** The asker, for analytics. When both are sent, `id` is used. */
  user?: {
    /** Your own id for the person, such as the one in your user table. */
    id?: string | undefined
    /** Stored with the answer if there is no `id`. No email is sent to it. */
    email?: string | undefined
  } | undefined
  /** Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing. */
  filter?: LabelFilter | undefined
  /** The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it. */
  default_filter?: LabelFilter | undefined
  /** A saved widget. It must be enabled, and the page must be in its allowed origins. */
  widget_id?: Id | undefined
  /** The page that the reader is on. If it is indexed and the reader may see it, "this page" means it, it is preferred a little, and its version is the default. Only its origin and path are stored. */
  page_url?: string | undefined
  /** Text that the reader selected and asks about. It is not stored. */
  selection?: string | undefined
}

export type ChatFrame = FirstFrame | DeltaFrame | LastFrame | ErrorFrame

export type Citation = {
  /** An `[n]` marker in the answer points at the citation with index n. */
  index: number
  /** Title of the page cited. */
  title: string
  /** URL of the page, to link to. */
  url: string
  /** The indexed document behind the page. */
  document_id: string
  /** The passage cited, within that document. */
  chunk_id: string
  /** Section breadcrumb. */
  heading_path: string[]
  /** The beginning of the passage, or of what the answer quotes from it, as plain text. */
  excerpt: string
  /** The labels of the page, such as `{"version": ["2"]}`. Left out when it has none. */
  labels?: Labels | undefined
}

/** The message will be delivered. */
export type ContactAccepted = {
  /** The id that the client chose. */
  id: Id
}

export type ContactBody = {
  /** Chosen by the client. The same id again sends nothing more. */
  id: Id
  /** Who asks. */
  name: string
  /** Where the answer goes. */
  email: string
  /** What they ask. Not blank. */
  message: string
  /** The answer that did not help: the conversation up to it is sent along, with its sources. */
  message_id?: Id | undefined
  /** The page that the reader is on. Only its origin and path are sent. */
  page_url?: string | undefined
  /** The reader has seen what is sent, and agrees. */
  agreed: true
}

/** The next piece of the answer. */
export type DeltaFrame = {
  /** Append to the text so far. */
  delta: string
  /** More frames follow. */
  done: false
}

export type DeltaFrameMessage = {
  /** Append to the text so far. */
  delta: string
  /** More frames follow. */
  done: false
  /** Part of an answer. */
  type: 'frame'
  /** The question that it answers. */
  id: string
}

export type ErrorBody = {
  /** A message to show the reader. */
  error: string
  code: RefusalCode
  /** Also in the `X-Request-Id` header. */
  request_id: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** Only for BAD_REQUEST: what is wrong with which field; at most 100. */
  details?: {
    /** The field, such as `user.email`. */
    path: string
    /** What is wrong with it. */
    message: string
  }[] | undefined
}

/** The answer failed. Ends the stream. */
export type ErrorFrame = {
  /** A message to show the reader. */
  error: string
  error_code: StreamFailureCode
  code: StreamErrorCode
  /** Whether asking again may succeed. */
  retryable: boolean
  /** Quote it when reporting the failure. */
  request_id: string
}

export type ErrorFrameMessage = {
  /** A message to show the reader. */
  error: string
  error_code: StreamFailureCode
  code: StreamErrorCode
  /** Whether asking again may succeed. */
  retryable: boolean
  /** Quote it when reporting the failure. */
  request_id: string
  /** Part of an answer. */
  type: 'frame'
  /** The question that it answers. */
  id: string
}

export type FeedbackBody = {
  /** The `message_id` of the answer rated. */
  message_id: Id
  /** 5 and 1 are older names of up and down. */
  rating: 'up' | 'down' | 5 | 1 | '5' | '1'
  /** Why it did not help. Only with `down`. */
  reason?: FeedbackReason | undefined
  /** What the reader wrote about the answer. */
  comment?: string | undefined
}

/** Why an answer did not help. */
export type FeedbackReason = 'wrong' | 'outdated' | 'incomplete' | 'not_my_question'

export type FeedbackRecord = {
  /** Id of the rating. */
  id: string
  /** The workspace that the knowledge base belongs to. */
  workspace_id: string
  /** The answer rated. */
  message_id: string
  vote: Vote
  /** null: none was sent. */
  reason: FeedbackReason | null
  /** Empty when none was sent. */
  comment: string
  source: FeedbackSource
  /** When the answer was first rated. */
  created_at: Timestamp
  /** When the rating was last replaced. */
  updated_at: Timestamp
}

/** Where the rating came from. */
export type FeedbackSource = 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot'

/** The pages found. Left out when nothing is relevant. */
export type FirstFrame = {
  /** The pages the answer may cite, most relevant first. */
  citations: Citation[]
  /** More frames follow. */
  done: false
}

export type FirstFrameMessage = {
  /** The pages the answer may cite, most relevant first. */
  citations: Citation[]
  /** More frames follow. */
  done: false
  /** Part of an answer. */
  type: 'frame'
  /** The question that it answers. */
  id: string
}

export type FormDeflectBody = {
  /** The subject line of the form. */
  subject?: string | undefined
  /** What the reader wrote in the form. Not blank. */
  description: string
  /** The page that shows the form. Only its origin and path are stored. */
  page_url?: string | undefined
  /** Use only these source groups, at least one. Each must exist and lie within the key's own. */
  group_ids?: string[] | undefined
  /** Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing. */
  filter?: LabelFilter | undefined
  /** The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it. */
  default_filter?: LabelFilter | undefined
  /** The asker, for analytics. When both are sent, `id` is used. */
  user?: {
    /** Your own id for the person, such as the one in your user table. */
    id?: string | undefined
    /** Stored with the answer if there is no `id`. No email is sent to it. */
    email?: string | undefined
  } | undefined
  /** A saved widget. It must be enabled, and the page must be in its allowed origins. */
  widget_id?: Id | undefined
}

export type FormDeflectOutcomeBody = {
  /** deflected: the answer helped. submitted: the reader sent the form anyway. */
  outcome: 'deflected' | 'submitted'
}

export type FormDeflectResponse = {
  /** False when the knowledge base does not cover the question. */
  answered: boolean
  /** The whole answer in markdown, with `[n]` markers for its citations. */
  answer: string
  /** What the answer cites; may be empty. */
  citations: Citation[]
  /** Continues the conversation. Absent under Zero data retention. */
  thread_id?: string | undefined
  /** Rates this answer. Absent under Zero data retention. */
  message_id?: string | undefined
  /** No model wrote the text: it is sections of the documentation, each under a heading of the third level (`### `) with its page; no other heading of this level is in it. `no_model`: none is set up, or its cost cap is reached. `model_failed`: it failed, or was silent for too long, before its first word. `unsupported`: no passage supports what it wrote. Left out otherwise. */
  quoted?: 'no_model' | 'model_failed' | 'unsupported' | undefined
  /** The docs team wrote this answer, and verified it at this time: say so beside it. Left out of every other answer. */
  verified_at?: Timestamp | undefined
  /** The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed. */
  searched_for?: string | undefined
  /** Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close. */
  missing_words?: string[] | undefined
  /** The labels that the search was limited to. Left out when it was not. */
  filter?: Labels | undefined
  /** Attribution text. */
  powered_by: string
  /** Attribution link. */
  powered_by_url: string
}

export type Id = string

/** A public key, or both parts of a secret pair. */
export type InitMessage = {
  /** The first message of a connection. */
  type: 'init'
  /** A public client key, `fnp_…`. */
  client_key: string
  /** A token that says who is asking, signed by your login. */
  reader_token?: string | undefined
} | {
  /** The first message of a connection. */
  type: 'init'
  /** The id of a secret pair, `fnc_…`. */
  client_id: string
  /** The secret of the pair, `fns_…`. Only from a server. */
  client_secret: string
  /** A token that says who is asking, signed by your login. */
  reader_token?: string | undefined
}

export type LabelFilter = { [key: string]: string | string[] }

export type Labels = { [key: string]: string[] }

/** The answer is complete. */
export type LastFrame = {
  /** No frame follows. */
  done: true
  /** Continues the conversation. Absent under Zero data retention. */
  thread_id?: string | undefined
  /** Rates this answer. Absent under Zero data retention. */
  message_id?: string | undefined
  /** What the answer cites; may be empty. Replaces the first list. */
  citations: Citation[]
  /** The final text, only when it is not what was streamed: the `[n]` markers were renumbered, or no passage supports what a model wrote. */
  answer?: string | undefined
  /** false: the knowledge base does not cover the question, and the text says so. */
  covered: boolean
  /** No model wrote the text: it is sections of the documentation, each under a heading of the third level (`### `) with its page; no other heading of this level is in it. `no_model`: none is set up, or its cost cap is reached. `model_failed`: it failed, or was silent for too long, before its first word. `unsupported`: no passage supports what it wrote. Left out otherwise. */
  quoted?: 'no_model' | 'model_failed' | 'unsupported' | undefined
  /** The docs team wrote this answer, and verified it at this time: say so beside it. Left out of every other answer. */
  verified_at?: Timestamp | undefined
  /** The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed. */
  searched_for?: string | undefined
  /** Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close. */
  missing_words?: string[] | undefined
  /** The labels that the search was limited to. Left out when it was not. */
  filter?: Labels | undefined
  /** Attribution text. */
  powered_by: string
  /** Attribution link. */
  powered_by_url: string
}

export type LastFrameMessage = {
  /** No frame follows. */
  done: true
  /** Continues the conversation. Absent under Zero data retention. */
  thread_id?: string | undefined
  /** Rates this answer. Absent under Zero data retention. */
  message_id?: string | undefined
  /** What the answer cites; may be empty. Replaces the first list. */
  citations: Citation[]
  /** The final text, only when it is not what was streamed: the `[n]` markers were renumbered, or no passage supports what a model wrote. */
  answer?: string | undefined
  /** false: the knowledge base does not cover the question, and the text says so. */
  covered: boolean
  /** No model wrote the text: it is sections of the documentation, each under a heading of the third level (`### `) with its page; no other heading of this level is in it. `no_model`: none is set up, or its cost cap is reached. `model_failed`: it failed, or was silent for too long, before its first word. `unsupported`: no passage supports what it wrote. Left out otherwise. */
  quoted?: 'no_model' | 'model_failed' | 'unsupported' | undefined
  /** The docs team wrote this answer, and verified it at this time: say so beside it. Left out of every other answer. */
  verified_at?: Timestamp | undefined
  /** The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed. */
  searched_for?: string | undefined
  /** Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close. */
  missing_words?: string[] | undefined
  /** The labels that the search was limited to. Left out when it was not. */
  filter?: Labels | undefined
  /** Attribution text. */
  powered_by: string
  /** Attribution link. */
  powered_by_url: string
  /** Part of an answer. */
  type: 'frame'
  /** The question that it answers. */
  id: string
}

export type PathId = string

export type PingMessage = {
  /** Answered with a pong. */
  type: 'ping'
}

export type PongMessage = {
  /** The answer to a ping. */
  type: 'pong'
}

/** Never restricted. */
export type ReadableVisibility = 'public' | 'unlisted'

export type ReadyMessage = {
  /** The key was accepted: questions may be asked. */
  type: 'ready'
}

/** Why the request was refused. `/docs/errors/{code}` explains each. */
export type RefusalCode = 'BAD_REQUEST' | 'UNAUTHORIZED' | 'READER_TOKEN_INVALID' | 'FORBIDDEN' | 'GROUP_NOT_ALLOWED' | 'CAPTCHA_REQUIRED' | 'CAPTCHA_FAILED' | 'WIDGET_DISABLED' | 'ORIGIN_NOT_ALLOWED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'URI_TOO_LONG' | 'UNSUPPORTED_MEDIA_TYPE' | 'MOVED' | 'MODEL_FAILED' | 'RATE_LIMITED' | 'HEADERS_TOO_LARGE' | 'INTERNAL' | 'UNAVAILABLE'

export type RefusedMessage = {
  /** A message to show the reader. */
  error: string
  code: RefusalCode
  /** Also in the `X-Request-Id` header. */
  request_id: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** Only for BAD_REQUEST: what is wrong with which field; at most 100. */
  details?: {
    /** The field, such as `user.email`. */
    path: string
    /** What is wrong with it. */
    message: string
  }[] | undefined
  /** The question is not answered. The connection stays open. */
  type: 'refused'
  /** The question refused. */
  id: string
  /** As the `Retry-After` header over HTTP; present if waiting helps. */
  retry_after_seconds?: number | undefined
}

export type RelatedArticle = {
  /** Page URL. */
  url: string
  /** Page title. */
  title: string
  /** Matching passage, cut at 200 characters. */
  snippet: string
}

export type RelatedBody = {
  /** The question. Not blank. */
  query: string
  /** Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing. */
  filter?: LabelFilter | undefined
  /** The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it. */
  default_filter?: LabelFilter | undefined
}

export type RelatedResponse = {
  /** One per page, best match first. */
  articles: RelatedArticle[]
  /** Articles in this response. */
  count: number
  /** The labels that the search was limited to. Left out when it was not. */
  filter?: Labels | undefined
  /** Attribution text. */
  powered_by: string
  /** Attribution link. */
  powered_by_url: string
}

export type SavedWidgetConfig = {
  /** Knowledge base that the key belongs to. */
  knowledge_base_id: string
  /** Shown in the widget header when `data-product-name` is not set. */
  knowledge_base_name: string
  /** Whether this key must send a reCAPTCHA v3 token on chat, search, feedback, form-deflect and contact. Always false for a secret pair. */
  captcha_required: boolean
  /** For requesting reCAPTCHA v3 tokens. Empty if CAPTCHA is off. */
  recaptcha_site_key: string
  /** When false, the attribution line stays even if `data-hide-branding` is set. */
  hide_branding_allowed: boolean
  /** Whether readers can ask a person, by `contact`. */
  contact_available: boolean
  /** Whether readers can connect AI tools through the MCP server. */
  mcp_available: boolean
  /** MCP server address to show. When absent, use {base_url}/mcp with the client key. */
  mcp_url?: string | undefined
  /** Readers sign in at `mcp_url` themselves. Absent when false. */
  mcp_oauth?: true | undefined
  /** The widget asked for. */
  id: string
  /** Always true: a disabled widget is refused. */
  enabled: boolean
  config: SavedWidgetSettings
}

/** The widget’s own keys, and any that you add. */
export type SavedWidgetSettings = {
  /** Shown in the header, instead of the name of the knowledge base. */
  product_name?: string | undefined
  /** An image for the header. */
  logo_url?: string | undefined
  /** How the widget is laid out. */
  mode?: 'floating' | 'modal' | 'sidebar' | 'inline' | 'search-only' | undefined
  /** The corner of the button that opens the widget. */
  position?: 'bottom-right' | 'bottom-left' | undefined
  /** auto: as the page, or else as the system. */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** The element whose theme `auto` follows. */
  theme_selector?: string | undefined
  /** Colour of buttons and links, such as `#0b5c63`. */
  accent?: string | undefined
  /** The same in the dark theme. */
  accent_dark?: string | undefined
  /** page: the font of the page. */
  font?: 'system' | 'page' | undefined
  /** Language of the widget’s own texts. auto: as the page, or else as the browser. */
  language?: string | undefined
  /** Your own texts, by their names in the widget guide. */
  texts?: { [key: string]: string } | undefined
  /** Shown before the reader types, instead of those of the knowledge base. Empty: none. */
  starter_questions?: string[] | undefined
  /** Hides the attribution line, where `hide_branding_allowed` is true. */
  hide_branding?: boolean | undefined
  /** false: no menu for connecting AI tools, even where `mcp_available` is true. */
  ai_tools?: boolean | undefined
  /** false: readers are not offered to ask about text that they select on the page. */
  selection?: boolean | undefined
  /** Opens the widget. mod: Command on a Mac, Control elsewhere. */
  hotkey?: string | undefined
  /** What a link to `#ask=…` does: fill in the question, send it, or nothing. */
  deep_link?: 'fill' | 'send' | 'off' | undefined
  /** Offered when an answer does not help. */
  support_url?: string | undefined
  /** false: no form to ask a person, even where the knowledge base has one. */
  contact?: boolean | undefined
  /** The sentence under the composer. Empty: none. */
  disclaimer?: string | undefined
  /** The element that makes room for the sidebar. */
  push?: string | undefined
  /** Limits questions and searches that the page limits by no labels, such as `{"version": "2"}`. */
  default_filter?: Labels | undefined
  /** Support forms that are answered before they are sent. */
  form_selector?: string | undefined
  [key: string]: unknown
}

export type SearchBody = {
  /** The question. Not blank. */
  query: string
  /** Results wanted. Above 100 counts as 100. Default: `10`. */
  limit?: number | undefined
  /** Use only these source groups, at least one. Each must exist and lie within the key's own. */
  group_ids?: string[] | undefined
  /** Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing. */
  filter?: LabelFilter | undefined
  /** The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it. */
  default_filter?: LabelFilter | undefined
  /** A saved widget. It must be enabled, and the page must be in its allowed origins. */
  widget_id?: Id | undefined
}

export type SearchResponse = {
  /** Most relevant first. One page can appear more than once. */
  results: SearchResult[]
  /** Results in this response, not in the knowledge base. */
  count: number
  /** The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed. */
  searched_for?: string | undefined
  /** Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close. */
  missing_words?: string[] | undefined
  /** The labels that the search was limited to. Left out when it was not. */
  filter?: Labels | undefined
  /** Attribution text. */
  powered_by: string
  /** Attribution link. */
  powered_by_url: string
}

export type SearchResult = {
  /** The passage that matched. */
  chunk: {
    /** Id of the passage. It may change when the page does. */
    id: string
    /** The document it was taken from. */
    document_id: string
    /** The matching passage. */
    content: string
    /** Section breadcrumb. */
    heading_path: string[]
    /** Position of the passage in its document, from 0. */
    chunk_index: number
    /** Fragment of the nearest heading; null: it has none. */
    anchor: string | null
  }
  /** The page that the passage is on. */
  document: {
    /** Stays the same when the page is indexed again. */
    id: string
    /** URL of the page, to link to. */
    url: string
    /** Title of the page. */
    title: string
    visibility: ReadableVisibility
    /** Where it came from: `api`, `website`, `git`, `files` or `openapi`. */
    source_type: string
    /** Its source group, if it is in one. */
    group_id: string | null
    /** ISO 639-1 code. */
    language: string
    /** Each name with its values, such as `{"version": ["2"]}`. */
    labels: Labels
  }
  /** Combined rank of both searches. Comparable only within one response. */
  rrf_score: number
  /** Semantic similarity. Comparable across queries. */
  vector_score: number
  /** Keyword match strength. */
  text_score: number
  /** From the reranking model, higher is more relevant. 0 when no reranker ran. */
  rerank_score: number
}

/** The upper-cased `error_code`. */
export type StreamErrorCode = 'QUOTA_EXCEEDED' | 'MISCONFIGURED' | 'RATE_LIMITED' | 'TIMEOUT' | 'UNAVAILABLE' | 'INTERNAL' | 'CONTENT_FILTERED' | 'TRUNCATED' | 'CANCELLED'

/** Why the answer failed. */
export type StreamFailureCode = 'quota_exceeded' | 'misconfigured' | 'rate_limited' | 'timeout' | 'unavailable' | 'internal' | 'content_filtered' | 'truncated' | 'cancelled'

export type SuggestedQuestionsResponse = {
  /** May be empty; then show nothing. */
  questions: string[]
  /** How many of them, from the first, are about `page_url`. Left out when none is. */
  about_page?: number | undefined
}

export type Timestamp = string

/** Whether the answer helped the reader. */
export type Vote = 'up' | 'down'

export type WidgetConfig = {
  /** Knowledge base that the key belongs to. */
  knowledge_base_id: string
  /** Shown in the widget header when `data-product-name` is not set. */
  knowledge_base_name: string
  /** Whether this key must send a reCAPTCHA v3 token on chat, search, feedback, form-deflect and contact. Always false for a secret pair. */
  captcha_required: boolean
  /** For requesting reCAPTCHA v3 tokens. Empty if CAPTCHA is off. */
  recaptcha_site_key: string
  /** When false, the attribution line stays even if `data-hide-branding` is set. */
  hide_branding_allowed: boolean
  /** Whether readers can ask a person, by `contact`. */
  contact_available: boolean
  /** Whether readers can connect AI tools through the MCP server. */
  mcp_available: boolean
  /** MCP server address to show. When absent, use {base_url}/mcp with the client key. */
  mcp_url?: string | undefined
  /** Readers sign in at `mcp_url` themselves. Absent when false. */
  mcp_oauth?: true | undefined
}
