import type { AnswerModelTest } from '@footnote/contract/admin/answer-model'
import { STREAM_FAILURES } from '@footnote/contract/errors'
import { isTransientError } from '../is-transient-error.ts'
import { ModelFailure } from '../model-failure.ts'
import type { LanguageModel } from './language-model.ts'

/** Reasoning models use some tokens before they write. */
const MAX_OUTPUT_TOKENS = 256
const TIMEOUT_MS = 25_000

const PROMPT = {
  system: 'This tests a connection. Write the word OK and nothing else.',
  messages: [{ role: 'user' as const, content: 'Are you there?' }],
  maxOutputTokens: MAX_OUTPUT_TOKENS,
}

/** Asks the model to write, and stops it after the first words. */
export async function testModel(
  model: LanguageModel,
  clientSignal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<AnswerModelTest> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([clientSignal, timeout])
  const startedMs = performance.now()
  const fields = { model: model.name, first_delta_ms: null }
  try {
    for await (const pieces of model.write(PROMPT, signal)) {
      if (pieces.join('') === '') continue
      return {
        ...fields,
        ok: true,
        first_delta_ms: Math.round(performance.now() - startedMs),
        error: null,
      }
    }
    return { ...fields, ok: false, error: toFailure('internal', 'The model wrote nothing.') }
  } catch (error) {
    clientSignal.throwIfAborted()
    if (timeout.aborted) {
      return {
        ...fields,
        ok: false,
        error: toFailure('timeout', 'The model did not begin in time.'),
      }
    }
    if (error instanceof ModelFailure) {
      return { ...fields, ok: false, error: toFailure(error.code, findDetail(error)) }
    }
    const code = isTransientError(error) ? 'unavailable' : 'internal'
    return { ...fields, ok: false, error: toFailure(code, null) }
  }
}

type Failure = NonNullable<AnswerModelTest['error']>

const toFailure = (code: Failure['error_code'], detail: string | null): Failure => ({
  error_code: code,
  message: STREAM_FAILURES[code].message,
  detail,
})

/** Status and codes only: a provider's own sentences may quote the key. */
function findDetail({ statusCode, reasons }: ModelFailure): string | null {
  const status = statusCode === undefined ? [] : [`status ${statusCode}`]
  return [...status, ...reasons].join(', ') || null
}
