import { APICallError } from '@ai-sdk/provider'
import type { LanguageModelV4FinishReason } from '@ai-sdk/provider'
import type { Post, PostReply, ReplyBody } from '../../platform/network/post.ts'
import type { AnswerWatch } from './answer-watch.ts'
import { readChatChunk } from './chat-chunk.ts'
import { classifyFailure } from '../classify-failure.ts'
import { createEventDataReader } from './event-data.ts'
import { checkFinish } from './check-finish.ts'
import type { Prompt } from './language-model.ts'
import type { ModelFailure } from '../model-failure.ts'
import type { OpenedStream, OpenStream, Piece } from './model-stream.ts'

export type ChatServer = {
  readonly address: string
  readonly model: string
  readonly apiKey: string | undefined
  readonly post: Post
}

/**
 * OpenAI's `/chat/completions`, as vLLM, Ollama and many others speak it. Parsed here because
 * the SDK's package takes more than twice as long: docs/decisions/0009-streaming.md.
 */
export const openChatCompletion =
  ({ address, model, apiKey, post }: ChatServer): OpenStream =>
  async (prompt, watch) => {
    watch.startIdle()
    const url = new URL(`${address.replace(/\/$/, '')}/chat/completions`)
    const reply = await watch.race(
      post(url, {
        headers: {
          'content-type': 'application/json',
          ...(apiKey !== undefined && apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
        },
        body: buildBody(model, prompt),
        signal: watch.signal,
      }),
    )
    if (reply.status < 200 || reply.status > 299) throw await watch.race(readRefusal(url, reply))
    return openBody(reply.body, watch)
  }

const buildBody = (model: string, { system, messages, maxOutputTokens }: Prompt): string =>
  JSON.stringify({
    model,
    max_tokens: maxOutputTokens,
    messages: [{ role: 'system', content: system }, ...messages],
    stream: true,
    stream_options: { include_usage: true },
  })

async function readRefusal(url: URL, { status, headers, body }: PostReply): Promise<ModelFailure> {
  return classifyFailure(
    new APICallError({
      message: 'Refused',
      url: url.href,
      requestBodyValues: {},
      statusCode: status,
      responseHeaders: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
      responseBody: await readText(body),
    }),
  )
}

async function readText(body: ReplyBody): Promise<string> {
  const parts: Uint8Array[] = []
  for (let part = await body.read(); part !== null; part = await body.read()) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

async function openBody(body: ReplyBody, watch: AnswerWatch): Promise<OpenedStream> {
  const next = pieces(body, watch)
  try {
    return { first: await next(), next }
  } catch (error) {
    // Do not leave this connection open when retrying.
    body.cancel()
    throw error
  }
}

type Progress = {
  deltas: string[]
  hasThought: boolean
  hasText: boolean
  isRefused: boolean
  finishReason: string | undefined
  inputTokens: number | undefined
  outputTokens: number | undefined
  failure: ModelFailure | undefined
}

/** Reads on demand: while nobody asks, backpressure makes the provider wait. */
function pieces(body: ReplyBody, watch: AnswerWatch): () => Promise<Piece> {
  const read = createEventDataReader()
  const progress: Progress = {
    deltas: [],
    hasThought: false,
    hasText: false,
    isRefused: false,
    finishReason: undefined,
    inputTokens: undefined,
    outputTokens: undefined,
    failure: undefined,
  }
  return async () => {
    watch.startIdle()
    for (;;) {
      if (progress.failure) throw progress.failure
      const bytes = await watch.race(body.read())
      if (bytes === null) {
        watch.stopIdle()
        return { written: checkEnd(progress) }
      }
      takeIn(progress, read(bytes))
      const { deltas } = progress
      if (deltas.length > 0) {
        watch.stopIdle()
        progress.deltas = []
        return { deltas }
      }
      // A reasoning model is not idle, though its reasoning is not shown.
      if (progress.hasThought) watch.restartIdle()
      progress.hasThought = false
    }
  }
}

/** Text before a failure is kept; the failure is thrown after it was delivered. */
function takeIn(progress: Progress, events: readonly string[]): void {
  for (const data of events) {
    if (data === '[DONE]') continue
    const value = parse(data)
    const chunk = readChatChunk(value)
    if (!chunk) {
      progress.failure = classifyFailure(value)
      return
    }
    if (chunk.text !== '') {
      progress.deltas.push(chunk.text)
      progress.hasText = true
    }
    progress.hasThought ||= chunk.hasThought
    progress.isRefused ||= chunk.isRefusal
    progress.finishReason = chunk.finishReason ?? progress.finishReason
    progress.inputTokens = chunk.inputTokens ?? progress.inputTokens
    progress.outputTokens = chunk.outputTokens ?? progress.outputTokens
  }
}

/** Undefined: not JSON, so not a chunk. */
function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

function checkEnd({ finishReason, isRefused, hasText, inputTokens, outputTokens }: Progress) {
  checkFinish({ unified: toUnified(finishReason, isRefused), raw: finishReason }, hasText)
  return { inputTokens, outputTokens }
}

type Unified = LanguageModelV4FinishReason['unified']

const UNIFIED: Readonly<Record<string, Unified>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
}

function toUnified(raw: string | undefined, isRefused: boolean): Unified {
  const unified = UNIFIED[raw ?? ''] ?? 'other'
  return unified === 'stop' && isRefused ? 'content-filter' : unified
}
