import type {
  LanguageModelV4,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import type { AnswerWatch } from './answer-watch.ts'
import { classifyFailure } from '../classify-failure.ts'
import { checkFinish } from './check-finish.ts'
import type { Prompt, Written } from './language-model.ts'
import { ModelFailure } from '../model-failure.ts'

/** Pieces of text that arrived together, or the end of a completed answer. */
export type Piece = { readonly deltas: readonly string[] } | { readonly written: Written }

export type OpenedStream = { readonly first: Piece; next(): Promise<Piece> }

/** Sends the prompt and waits for the first piece; until then it can be retried. */
export type OpenStream = (prompt: Prompt, watch: AnswerWatch) => Promise<OpenedStream>

/** Through the SDK's package for the provider. */
export const openProviderStream =
  (model: LanguageModelV4): OpenStream =>
  async (prompt, watch) => {
    const attempt = new AbortController()
    watch.startIdle()
    try {
      const { stream } = await watch.race(
        model.doStream({
          prompt: toMessages(prompt),
          maxOutputTokens: prompt.maxOutputTokens,
          abortSignal: AbortSignal.any([watch.signal, attempt.signal]),
        }),
      )
      const next = pieces(stream.getReader(), watch)
      return { first: await next(), next }
    } catch (error) {
      // Do not leave this connection open when retrying.
      attempt.abort()
      throw error
    }
  }

const toMessages = ({ system, messages }: Prompt): LanguageModelV4Prompt => [
  { role: 'system', content: system },
  ...messages.map(({ role, content }) => ({
    role,
    content: [{ type: 'text' as const, text: content }],
  })),
]

/** Reads on demand: while nobody asks, backpressure makes the provider wait. */
function pieces(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  watch: AnswerWatch,
): () => Promise<Piece> {
  let hasText = false
  return async () => {
    watch.startIdle()
    for (;;) {
      const { value: part, done } = await watch.race(reader.read())
      // Ended without a finish reason.
      if (done) throw new ModelFailure('unavailable', { reasons: ['cut_off'] })
      if (part.type === 'error') throw classifyFailure(part.error)
      if (part.type === 'finish') {
        await drain(reader, watch)
        watch.stopIdle()
        checkFinish(part.finishReason, hasText)
        return { written: getUsage(part) }
      }
      if (!isToken(part)) continue
      if (part.type === 'text-delta') {
        watch.stopIdle()
        hasText = true
        return { deltas: [part.delta] }
      }
      watch.restartIdle()
    }
  }
}

/** A reasoning model is not idle, though its reasoning is not shown. */
const isToken = (
  part: LanguageModelV4StreamPart,
): part is Extract<LanguageModelV4StreamPart, { type: 'text-delta' | 'reasoning-delta' }> =>
  (part.type === 'text-delta' || part.type === 'reasoning-delta') && part.delta !== ''

/** Reading to the end lets the connection be reused. */
async function drain(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  watch: AnswerWatch,
): Promise<void> {
  for (;;) {
    const { value: part, done } = await watch.race(reader.read())
    if (done) return
    if (part.type === 'error') throw classifyFailure(part.error)
  }
}

const getUsage = ({ usage }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): Written => ({
  inputTokens: usage.inputTokens.total,
  outputTokens: usage.outputTokens.total,
})
