import { APICallError, type RerankingModelV4 } from '@ai-sdk/provider'
import { z } from 'zod'

export type HttpRerankingOptions = {
  /** Address up to and with the version, such as https://api.cohere.com/v2 */
  readonly url: string
  readonly apiKey?: string | undefined
  readonly model: string
}

const Ranked = z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() }))

/** Cohere, Jina and vLLM call the list `results`, Voyage `data`. */
const RerankReply = z
  .union([z.object({ results: Ranked }), z.object({ data: Ranked })])
  .transform((reply) => ('results' in reply ? reply.results : reply.data))

/**
 * A reranking model of the AI SDK for every server that takes `POST …/rerank` as Cohere does. The
 * SDK has a package per provider, and none for a self-hosted server. `top_n` is left out: all scores
 * are needed, and it is the only request field that Voyage names differently.
 */
export function createHttpRerankingModel({
  url,
  apiKey,
  model,
}: HttpRerankingOptions): RerankingModelV4 {
  const address = `${url.replace(/\/+$/, '')}/rerank`
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  return {
    specificationVersion: 'v4',
    provider: 'http',
    modelId: model,
    async doRerank({ query, documents, abortSignal }) {
      const body = JSON.stringify({ model, query, documents: documents.values })
      const request = { method: 'POST', headers, body, ...(abortSignal && { signal: abortSignal }) }
      const reply = readReply(await send(address, request), address)
      const ranking = reply.map(({ index, relevance_score }) => ({
        index,
        relevanceScore: relevance_score,
      }))
      return { ranking }
    },
  }
}

async function send(address: string, request: RequestInit): Promise<string> {
  try {
    const response = await fetch(address, request)
    const text = await response.text()
    if (response.ok) return text
    throw callError('the server refused the request', address, {
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
    })
  } catch (error) {
    if (APICallError.isInstance(error) || request.signal?.aborted) throw error
    throw callError('the connection failed', address, { isRetryable: true })
  }
}

function readReply(text: string, address: string): z.infer<typeof RerankReply> {
  try {
    return RerankReply.parse(JSON.parse(text))
  } catch {
    throw callError('the reply is not a list of scores', address, { isRetryable: false })
  }
}

/** Contains neither the request nor the reply: both may hold what readers wrote. */
const callError = (
  message: string,
  url: string,
  detail: Pick<
    ConstructorParameters<typeof APICallError>[0],
    'statusCode' | 'responseHeaders' | 'isRetryable'
  >,
) => new APICallError({ message, url, requestBodyValues: undefined, ...detail })
