import { describe, expect, test } from 'vitest'
import { POWERED_BY } from './attribution.ts'
import { ChatFrame } from './chat.ts'
import { STREAM_FAILURES, StreamErrorCode, StreamFailureCode } from '../errors.ts'
import { AskMessage, ClientMessage, FrameMessage } from './websocket.ts'
import { SearchResult } from './search.ts'
import { WidgetConfig } from './widget-config.ts'

const citation = {
  index: 1,
  title: 'Keys',
  url: 'https://docs.example.com/keys',
  document_id: 'd',
  chunk_id: 'c',
  heading_path: ['Keys', 'Reset'],
  excerpt: 'Reset a key',
}
const first = { citations: [citation], done: false }
const delta = { delta: 'Open ', done: false }
const last = { done: true, covered: true, citations: [], ...POWERED_BY }
const error = {
  error: 'The answer took too long.',
  error_code: 'timeout',
  code: 'TIMEOUT',
  retryable: true,
  request_id: 'r',
}

describe('a chat frame', () => {
  test.each([first, delta, last, { ...last, thread_id: 't', message_id: 'm', answer: 'a' }, error])(
    'keeps every field of its kind: %j',
    (frame) => {
      expect(ChatFrame.parse(frame)).toEqual(frame)
    },
  )

  test.each([{ done: false }, { done: true }, { ...error, error_code: 'TIMEOUT' }, {}])(
    'is none of the kinds: %j',
    (frame) => {
      expect(ChatFrame.safeParse(frame).success).toBe(false)
    },
  )
})

describe('stream failures', () => {
  test('are the nine of the contract; only quota and set-up are not worth a retry', () => {
    const final = StreamFailureCode.options.filter((code) => !STREAM_FAILURES[code].retryable)
    expect(StreamFailureCode.options).toHaveLength(9)
    expect(final).toEqual(['quota_exceeded', 'misconfigured'])
  })

  test('have the upper-cased error_code as code', () => {
    const codes = StreamFailureCode.options.map((code) => STREAM_FAILURES[code].code)
    expect(codes).toEqual(StreamFailureCode.options.map((code) => code.toUpperCase()))
    expect(StreamErrorCode.options).toEqual(codes)
  })
})

describe('over a WebSocket', () => {
  test.each([first, delta, last, error])('a frame also says whose it is: %j', (frame) => {
    const message = { ...frame, type: 'frame', id: 'q1' }
    expect(FrameMessage.parse(message)).toEqual(message)
    expect(FrameMessage.safeParse(frame).success).toBe(false)
  })

  test('a question takes the chat body, its defaults too', () => {
    const message = AskMessage.parse({ type: 'ask', id: 'q1', query: 'q', thread_id: 'x' })
    expect(message).toMatchObject({ id: 'q1', query: 'q', top_k: 10 })
    expect(message.thread_id).toBeUndefined()
  })

  test.each([
    { type: 'init', client_key: 'k' },
    { type: 'init', client_id: 'i', client_secret: 's' },
    { type: 'cancel', id: 'q1' },
    { type: 'ping' },
  ])('a client may send %j', (message) => {
    expect(ClientMessage.parse(message)).toEqual(message)
  })

  test.each([
    { type: 'init' },
    { type: 'init', client_id: 'i' },
    { type: 'init', client_key: 'k', client_id: 'i', client_secret: 's' },
    { type: 'ask', query: 'q' },
    { type: 'ask', id: 'q1', query: ' ' },
    { type: 'ask', id: 'q1', query: 'q', surprise: 1 },
    { type: 'cancel' },
    { type: 'shout' },
  ])('a client may not send %j', (message) => {
    expect(ClientMessage.safeParse(message).success).toBe(false)
  })
})

test('a restricted document cannot be a search result', () => {
  const chunk = {
    id: 'c',
    document_id: 'd',
    content: '',
    heading_path: [],
    chunk_index: 0,
    anchor: null,
  }
  const document = {
    id: 'd',
    url: 'u',
    title: 't',
    source_type: 'api',
    group_id: null,
    language: 'en',
    labels: {},
  }
  const scores = { rrf_score: 0, vector_score: 0, text_score: 0, rerank_score: 0 }
  const accepted = ['public', 'unlisted', 'restricted'].filter(
    (visibility) =>
      SearchResult.safeParse({ chunk, document: { ...document, visibility }, ...scores }).success,
  )
  expect(accepted).toEqual(['public', 'unlisted'])
})

test('mcp_oauth is true or absent', () => {
  const config = {
    knowledge_base_id: 'k',
    knowledge_base_name: 'n',
    captcha_required: false,
    recaptcha_site_key: '',
    hide_branding_allowed: false,
    contact_available: false,
    mcp_available: false,
  }
  expect(WidgetConfig.safeParse(config).success).toBe(true)
  expect(WidgetConfig.safeParse({ ...config, mcp_oauth: true }).success).toBe(true)
  expect(WidgetConfig.safeParse({ ...config, mcp_oauth: false }).success).toBe(false)
})
