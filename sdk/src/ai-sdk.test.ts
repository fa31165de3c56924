import type { ChatTransport, UIMessage } from 'ai'
import { DefaultChatTransport, readUIMessageStream } from 'ai'
import { expect, expectTypeOf, test } from 'vitest'
import type { AnswerMetadata } from './ai-sdk.ts'
import { createChatTransport, toUIMessageStream, toUIMessageStreamResponse } from './ai-sdk.ts'
import { FootnoteError } from './transport/error.ts'
import type { ChatBody, ChatFrame, Citation } from './wire/public.ts'

type Message = UIMessage<AnswerMetadata>

const citation = (index: number, id: string): Citation => ({
  index,
  title: `Page ${id}`,
  url: `https://docs.example.com/${id}`,
  document_id: id,
  chunk_id: id,
  heading_path: [],
  excerpt: '',
})

const FRAMES: readonly ChatFrame[] = [
  { citations: [citation(1, 'a'), citation(2, 'b')], done: false },
  { delta: 'Reset it ', done: false },
  { delta: '[2].', done: false },
  {
    done: true,
    covered: true,
    citations: [citation(1, 'b')],
    answer: 'Reset it [1].',
    thread_id: 't',
    message_id: 'm',
    powered_by: '',
    powered_by_url: '',
  },
]

async function* sent(frames: readonly ChatFrame[], error?: unknown): AsyncGenerator<ChatFrame> {
  yield* frames
  if (error) throw error
}

async function lastMessage(stream: ReadableStream): Promise<Message | undefined> {
  let last: Message | undefined
  for await (const message of readUIMessageStream<Message>({ stream })) last = message
  return last
}

const EXPECTED = {
  role: 'assistant',
  metadata: { threadId: 't', messageId: 'm', covered: true, answer: 'Reset it [1].' },
  parts: [
    { type: 'text', text: 'Reset it [2].', state: 'done' },
    { type: 'source-url', sourceId: '2', url: 'https://docs.example.com/b', title: 'Page b' },
  ],
}

test('the AI SDK reads an answer as a message whose markers point at its sources', async () => {
  expect(await lastMessage(toUIMessageStream(sent(FRAMES)))).toMatchObject(EXPECTED)
})

test('its default transport reads the response of a server', async () => {
  const transport = new DefaultChatTransport<Message>({
    fetch: () => Promise.resolve(toUIMessageStreamResponse(sent(FRAMES))),
  })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c',
    messageId: undefined,
    messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }],
    abortSignal: undefined,
  })
  expect(await lastMessage(stream)).toMatchObject(EXPECTED)
})

test.each([
  ['an error frame', [{ error: 'Too long.', error_code: 'timeout', code: 'TIMEOUT' }], undefined],
  ['a broken stream', [], new FootnoteError('Too long.', { ...fields(), code: 'NETWORK' })],
])('%s is an error with its sentence', async (_, frames, error) => {
  const chunks = []
  const failing = [...FRAMES.slice(0, 2), ...(frames as ChatFrame[])]
  for await (const chunk of toUIMessageStream(sent(failing, error))) chunks.push(chunk)
  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: 'Too long.' })
  expect(chunks.map(({ type }) => type)).toEqual(['start', 'text-start', 'text-delta', 'error'])
})

function fields() {
  return { status: null, requestId: null, retryable: true }
}

test('a reader who cancels the stream ends the answer', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<ChatFrame> {
    try {
      for (;;) yield { delta: 'more ', done: false }
    } finally {
      isEnded = true
    }
  }
  const reader = toUIMessageStream(endless()).getReader()
  for (const _ of [1, 2, 3]) await reader.read()
  await reader.cancel()
  expect(isEnded).toBe(true)
})

test('the transport of a page asks the last question, in the thread of the last answer', async () => {
  const asked: ChatBody[] = []
  const transport = createChatTransport({
    ask: (body) => {
      asked.push(body)
      return sent(FRAMES)
    },
  })
  expectTypeOf(transport).toExtend<ChatTransport<Message>>()
  const question = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] })
  const first = await transport.sendMessages({
    messages: [question('How?')],
    abortSignal: undefined,
  })
  const answer = await lastMessage(first)
  const messages = [question('How?'), answer ?? question('?'), question('And then?')]
  await transport.sendMessages({ messages, abortSignal: undefined })
  expect(asked).toEqual([{ query: 'How?' }, { query: 'And then?', thread_id: 't' }])
})

test('the AI SDK shows behind a text that no passage supports that there is no answer', async () => {
  const [found, ...rest] = FRAMES
  const last = { ...rest.at(-1), covered: false, citations: [], answer: 'I found no answer.' }
  const frames = [found, ...rest.slice(0, -1), last] as ChatFrame[]
  const message = await lastMessage(toUIMessageStream(sent(frames)))
  expect(message?.parts).toMatchObject([{ text: 'Reset it [2].\n\nI found no answer.' }])
})
