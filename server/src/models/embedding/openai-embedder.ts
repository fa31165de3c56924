import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { z } from 'zod'
import type { Embedder } from './embedder.ts'
import { ModelError } from '../model-error.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { normalise } from './pool-vectors.ts'
import type { RetryOptions } from '../retry-request.ts'
import { retryRequest } from '../retry-request.ts'
import { onceDone } from '../../platform/once-done.ts'
import { splitByTokens } from './split-by-tokens.ts'
import { measureSimilarityBaseline } from './similarity-baseline.ts'

export type OpenaiEmbedderOptions = {
  /** Address up to and with the version, such as http://localhost:11434/v1 */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly model: string
  readonly dimensions: number
  /** The cosine of unrelated texts; by default measured with the first question. */
  readonly similarityBaseline?: number | undefined
  /** Ask the server for `dimensions`, for models that can shorten; others refuse the field. */
  readonly sendDimensions?: boolean | undefined
  /** Texts per request. 32 is the default maximum of Text Embeddings Inference. */
  readonly maxBatch?: number | undefined
  readonly maxBatchTokens?: number | undefined
  /** Concurrent requests with passages. A reader's query never waits for them. */
  readonly maxConcurrency?: number | undefined
  /** How long one request with passages may take. */
  readonly attemptTimeoutMs?: number | undefined
  readonly retryDelayMs?: number | undefined
}

/** Asked to wait longer, the call fails at once: the job is queued again. */
const FOR_PASSAGES = { what: 'Embedding', maxAttempts: 3, maxWaitMs: 10_000 }
/** A reader is waiting, and occupies one of the request slots. */
const FOR_QUESTIONS = { ...FOR_PASSAGES, maxAttempts: 2, maxWaitMs: 1_000 }
const QUESTION_TIMEOUT_MS = 5_000

/** Servers may send the vectors in any order; `index` says which text each belongs to. */
const Indexes = z.object({ data: z.array(z.object({ index: z.int().nonnegative() })) })

/** Embeds through any server that speaks OpenAI's embeddings API: OpenAI, vLLM, Ollama, TEI. */
export function createOpenaiEmbedder(options: OpenaiEmbedderOptions): Embedder {
  const { model, dimensions, maxBatch = 32, maxBatchTokens = 16_000, maxConcurrency = 4 } = options
  const limited = limitConcurrency(maxConcurrency)
  const { attemptTimeoutMs = 30_000 } = options
  const request = createRequest(options, { ...FOR_PASSAGES, attemptTimeoutMs })
  const requestNow = createRequest(options, {
    ...FOR_QUESTIONS,
    attemptTimeoutMs: Math.min(attemptTimeoutMs, QUESTION_TIMEOUT_MS),
  })
  const embedding: Pick<Embedder, 'embedPassages' | 'embedQuery'> = {
    async embedPassages(texts, signal, { urgent } = { urgent: false }) {
      // One failed batch cancels the others: their vectors would be discarded.
      const siblings = new AbortController()
      const anySignal = signal ? AbortSignal.any([signal, siblings.signal]) : siblings.signal
      const batches = splitByTokens(texts, { maxTexts: maxBatch, maxTokens: maxBatchTokens })
      try {
        const vectors = await Promise.all(
          batches.map((batch) =>
            urgent ? requestNow(batch, anySignal) : limited(async () => request(batch, anySignal)),
          ),
        )
        return vectors.flat()
      } catch (error) {
        siblings.abort(error)
        throw error
      }
    },
    async embedQuery(text, signal) {
      const [vector] = await requestNow([text], signal)
      if (!vector) throw new ModelError('The server sent no vector.', { retryable: false })
      return vector
    },
  }
  return {
    ...embedding,
    model: `${model}@${dimensions}`,
    dimensions,
    similarityBaseline: onceDone(
      async () => options.similarityBaseline ?? measureSimilarityBaseline(embedding),
    ),
    close: async () => {},
  }
}

type Patience = Pick<RetryOptions, 'what' | 'maxAttempts' | 'maxWaitMs' | 'attemptTimeoutMs'>

function createRequest(options: OpenaiEmbedderOptions, patience: Patience) {
  const { baseUrl, apiKey, dimensions, retryDelayMs = 250 } = options
  const provider = createOpenAICompatible({
    name: 'embeddings',
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
  })
  const embeddingModel = provider.embeddingModel(options.model)

  return async (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
    // OpenAI refuses an empty string, and one blank passage would fail its whole batch.
    const values = texts.map((text) => text || ' ')
    const reply = await retryRequest(
      (abortSignal) =>
        embeddingModel.doEmbed({
          values,
          abortSignal,
          ...(options.sendDimensions && { dimensions }),
        }),
      { ...patience, retryDelayMs, signal },
    )
    const ordered = orderByIndex(reply.embeddings, reply.response?.body)
    return checkVectors(ordered, texts.length, options)
  }
}

function orderByIndex(embeddings: readonly number[][], body: unknown): readonly number[][] {
  const indexes = Indexes.safeParse(body)
  if (!indexes.success) return embeddings
  const ordered: number[][] = []
  for (const [position, { index }] of indexes.data.data.entries()) {
    ordered[index] = embeddings[position] ?? []
  }
  return ordered
}

function checkVectors(
  embeddings: readonly number[][],
  count: number,
  { model, dimensions }: OpenaiEmbedderOptions,
): Float32Array[] {
  if (embeddings.length !== count) {
    throw new ModelError(`Sent ${count} texts to ${model}, got ${embeddings.length} vectors.`, {
      retryable: false,
    })
  }
  return Array.from(embeddings, (embedding: number[] | undefined) => {
    if (embedding?.length !== dimensions) {
      throw new ModelError(
        `${model} gave a vector of ${embedding?.length ?? 0} dimensions where ${dimensions} are configured. Set EMBEDDING_DIMENSIONS to what the model gives, and embed the documents again.`,
        { retryable: false },
      )
    }
    return normalise(Float32Array.from(embedding))
  })
}
