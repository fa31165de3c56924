import type { Client } from './client.ts'
import { FootnoteError } from './transport/error.ts'
import type { ChatFrame, Citation, LastFrame } from './wire/public.ts'

/** What the message carries besides its text: the final answer. */
export type AnswerMetadata = {
  threadId: string | null
  messageId: string | null
  covered: boolean
  /** The text with the numbers of `citations`, if markers were renumbered at the end. */
  answer: string | null
  citations: Citation[]
}

/** The chunks of the AI SDK's UI message stream that an answer needs. */
export type AnswerChunk =
  | { type: 'start' }
  | { type: 'text-start' | 'text-end'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'source-url'; sourceId: string; url: string; title: string }
  | { type: 'error'; errorText: string }
  | { type: 'finish'; messageMetadata?: AnswerMetadata }

const TEXT_ID = 'answer'

/**
 * The frames of an answer as an AI SDK UI message stream. An `[n]` marker in the text points at the
 * source whose `sourceId` is n; one without a source was not supported, and is best left out.
 */
export function toUIMessageStream(frames: AsyncIterable<ChatFrame>): ReadableStream<AnswerChunk> {
  const chunks = toChunks(frames)
  return new ReadableStream<AnswerChunk>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return()
    },
  })
}

async function* toChunks(frames: AsyncIterable<ChatFrame>): AsyncGenerator<AnswerChunk, void> {
  let found: readonly Citation[] = []
  let isWriting = false
  yield { type: 'start' }
  try {
    for await (const frame of frames) {
      if ('error_code' in frame) {
        yield { type: 'error', errorText: frame.error }
        return
      }
      if ('delta' in frame) {
        if (!isWriting) yield { type: 'text-start', id: TEXT_ID }
        isWriting = true
        yield { type: 'text-delta', id: TEXT_ID, delta: frame.delta }
      } else if (!frame.done) found = frame.citations
      else {
        if (isWriting) yield* endText(frame)
        yield* listSources(frame, found)
        yield { type: 'finish', messageMetadata: getMetadata(frame) }
      }
    }
  } catch (error) {
    if (!(error instanceof FootnoteError)) throw error
    yield { type: 'error', errorText: error.message }
  }
}

/** What no passage supports was streamed all the same; the reader is told behind it. */
function* endText({ covered, answer }: LastFrame): Generator<AnswerChunk> {
  if (!covered && answer !== undefined) {
    yield { type: 'text-delta', id: TEXT_ID, delta: `\n\n${answer}` }
  }
  yield { type: 'text-end', id: TEXT_ID }
}

/** A stream cannot take its text back, so the sources keep the numbers that were streamed. */
function* listSources(
  { citations }: LastFrame,
  found: readonly Citation[],
): Generator<AnswerChunk> {
  for (const { index, chunk_id: id, url, title } of citations) {
    const streamed = found.find(({ chunk_id }) => chunk_id === id)?.index ?? index
    yield { type: 'source-url', sourceId: String(streamed), url, title }
  }
}

const getMetadata = (frame: LastFrame): AnswerMetadata => ({
  threadId: frame.thread_id ?? null,
  messageId: frame.message_id ?? null,
  covered: frame.covered,
  answer: frame.answer ?? null,
  citations: frame.citations,
})

/** The same as an HTTP response, for a server of yours that `useChat` calls with its default transport. */
export function toUIMessageStreamResponse(frames: AsyncIterable<ChatFrame>): Response {
  const events = toUIMessageStream(frames).pipeThrough(
    new TransformStream<AnswerChunk, string>({
      transform: (chunk, controller) => controller.enqueue(`data: ${JSON.stringify(chunk)}\n\n`),
      flush: (controller) => controller.enqueue('data: [DONE]\n\n'),
    }),
  )
  return new Response(events.pipeThrough(new TextEncoderStream()), {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-vercel-ai-ui-message-stream': 'v1',
    },
  })
}

/** The part of an AI SDK message that is read here. */
type ChatMessage = {
  readonly role: string
  readonly parts: readonly { readonly type: string; readonly text?: string }[]
  readonly metadata?: unknown
}

type SendOptions = {
  readonly messages: readonly ChatMessage[]
  readonly abortSignal: AbortSignal | undefined
}

/** A transport for `useChat` that asks Footnote from the page itself. */
export const createChatTransport = (client: Pick<Client, 'ask'>) => ({
  async sendMessages({ messages, abortSignal }: SendOptions): Promise<ReadableStream<AnswerChunk>> {
    const query = readText(messages.findLast(({ role }) => role === 'user'))
    const thread = getThread(messages.findLast(({ role }) => role === 'assistant'))
    const body = { query, ...(thread === null ? {} : { thread_id: thread }) }
    return toUIMessageStream(client.ask(body, { signal: abortSignal }))
  },
  /** There is nothing to resume: an answer that was cut off has to be asked for again. */
  reconnectToStream: (): Promise<null> => Promise.resolve(null),
})

const readText = (message: ChatMessage | undefined): string =>
  (message?.parts ?? []).map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')

function getThread(message: ChatMessage | undefined): string | null {
  const { metadata } = message ?? {}
  if (typeof metadata !== 'object' || metadata === null || !('threadId' in metadata)) return null
  return typeof metadata.threadId === 'string' ? metadata.threadId : null
}
