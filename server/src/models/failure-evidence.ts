import { APICallError, TypeValidationError } from '@ai-sdk/provider'
import { z } from 'zod'
import { readRetryAfter } from '../platform/network/retry-after.ts'

/** What a provider said about a failure, in whatever form. */
export type FailureEvidence = {
  readonly statusCode: number | undefined
  /** Codes, types and statuses, in lower case: `insufficient_quota`, `overloaded_error`. */
  readonly labels: readonly string[]
  /** The field of the request that was refused. */
  readonly parameter: string | undefined
  /** In lower case. Only to look for phrases in; it may quote the prompt. */
  readonly message: string
  readonly retryAfterMs: number | undefined
}

const text = z.string().optional().catch(undefined)
const label = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)

const Words = z.object({
  message: text,
  code: label,
  type: label,
  status: label,
  param: text,
  details: z
    .array(z.object({ reason: text, retryDelay: text }).catch({}))
    .optional()
    .catch(undefined),
  statusCode: z.number().optional().catch(undefined),
})

/** OpenAI, Anthropic and Google put an object under `error`; Mistral and Bedrock do not. */
const Body = z.union([
  z.object({ error: Words }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => Words.parse({ message: error })),
  Words,
])

const NOTHING: z.infer<typeof Words> = {}

/** Reads an error of the AI SDK, thrown or sent inside the stream. */
export function readEvidence(error: unknown): FailureEvidence {
  if (APICallError.isInstance(error)) {
    const words = readBody(error.responseBody)
    return evidence(words, error.statusCode, retryAfter(error.responseHeaders, words))
  }
  // A chunk of an unexpected shape; some servers send errors this way mid-stream.
  const said = TypeValidationError.isInstance(error) ? error.value : error
  const words = Body.safeParse(said).data ?? NOTHING
  return evidence(words, words.statusCode ?? statusIn(words), retryAfter(undefined, words))
}

function readBody(body: string | undefined): z.infer<typeof Words> {
  try {
    return Body.safeParse(JSON.parse(body ?? '')).data ?? NOTHING
  } catch {
    return NOTHING
  }
}

function evidence(
  words: z.infer<typeof Words>,
  statusCode: number | undefined,
  retryAfterMs: number | undefined,
): FailureEvidence {
  const reasons = words.details?.map(({ reason }) => reason) ?? []
  const labels = [words.code, words.type, words.status, ...reasons]
  return {
    statusCode,
    labels: labels.filter((each) => each !== undefined).map((each) => each.toLowerCase()),
    parameter: words.param,
    message: (words.message ?? '').toLowerCase(),
    retryAfterMs,
  }
}

/** Inside a stream the status is in the code, as OpenRouter and vLLM send it. */
function statusIn({ code }: z.infer<typeof Words>): number | undefined {
  return code !== undefined && /^[45]\d\d$/.test(code) ? Number(code) : undefined
}

/** The header, in seconds or as a date, or Google's `retryDelay`, such as `"3.5s"`. */
function retryAfter(
  headers: Record<string, string> | undefined,
  words: z.infer<typeof Words>,
): number | undefined {
  const header = headers?.['retry-after']
  const delay = words.details?.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay
  return readRetryAfter(header ?? delay?.replace(/s$/, '')) ?? undefined
}
