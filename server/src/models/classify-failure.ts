import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider'
import type { StreamFailureCode } from '@footnote/contract/public/stream-failures'
import { UnsafeAddressError } from '../platform/network/safe-fetch.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { readEvidence } from './failure-evidence.ts'
import { ModelFailure } from './model-failure.ts'

/** An error of the AI SDK, thrown by `doStream` or sent inside its stream, as a failure of the contract. */
export function classifyFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (hasCause(error, (cause) => cause instanceof UnsafeAddressError)) {
    return new ModelFailure('misconfigured', { reasons: ['unsafe_address'] })
  }
  // The message of fetch when it refuses a port of another protocol.
  if (hasCause(error, ({ message }) => message === 'bad port')) {
    return new ModelFailure('misconfigured', { reasons: ['blocked_port'] })
  }
  const evidence = readEvidence(error)
  const { statusCode, retryAfterMs } = evidence
  const reasons = getReasons(evidence, error)
  return new ModelFailure(chooseCode(evidence, error), { statusCode, retryAfterMs, reasons })
}

/** A name and not a sentence, which may quote the prompt. */
const NAME = /^[a-z][\w.-]{1,63}$/i

function getReasons({ labels }: FailureEvidence, error: unknown): string[] {
  const codes: string[] = []
  hasCause(error, (cause) => {
    codes.push(codeIn(cause))
    return false
  })
  const names = [...new Set([...labels, ...codes])].filter((reason) => NAME.test(reason))
  return names.length === 0 && isNonsense(error) ? ['unreadable_reply'] : names
}

/** No credit: OpenAI with 429, Anthropic with 400, DeepSeek and OpenRouter with 402. */
const OUT_OF_CREDIT =
  /insufficient[_ ](quota|balance|credits)|billing_(hard_limit|error|not_active)|credit balance is too low/
const FILTERED = /content_(filter|policy)|responsibleaipolicyviolation/
const BAD_KEY = /api_key_invalid|api key not valid|invalid_api_key|authentication_error/
/** Also a context window too small for the prompt: another model is needed. */
const BAD_MODEL = /model|deployment|context_length_exceeded|maximum context length/

function chooseCode(evidence: FailureEvidence, error: unknown): StreamFailureCode {
  const { statusCode, labels, message } = evidence
  const says = (pattern: RegExp) => [...labels, message].some((words) => pattern.test(words))
  if (statusCode === 402 || says(OUT_OF_CREDIT)) return 'quota_exceeded'
  if (statusCode === 429 || says(/^(rate_limit|throttling)/)) return 'rate_limited'
  if (says(FILTERED)) return 'content_filtered'
  if (says(/^overloaded/)) return 'unavailable'
  if (statusCode === undefined) return codeWithoutStatus(error, says)
  if (statusCode >= 500 || statusCode === 408 || statusCode === 409) return 'unavailable'
  if (statusCode < 300) return 'unavailable'
  if (statusCode === 400 || statusCode === 422) return codeOfBadRequest(evidence, says)
  if (statusCode === 424) return 'unavailable'
  // 401, 403, 404, 413, a redirect: the key, the model or the address is wrong.
  return 'misconfigured'
}

/** Anything but an Error was sent inside the stream, where there is no status. */
function codeWithoutStatus(error: unknown, says: (pattern: RegExp) => boolean): StreamFailureCode {
  if (says(BAD_KEY)) return 'misconfigured'
  return error instanceof Error && !isTransport(error) ? 'internal' : 'unavailable'
}

function codeOfBadRequest(
  { parameter }: FailureEvidence,
  says: (pattern: RegExp) => boolean,
): StreamFailureCode {
  return parameter === 'model' || says(BAD_KEY) || says(BAD_MODEL) ? 'misconfigured' : 'internal'
}

/**
 * No connection, a broken one, or an unreadable reply. That is a failing provider or proxy, not a
 * fault of this service, so it is `unavailable` and worth a retry.
 */
const isTransport = (error: unknown): boolean =>
  APICallError.isInstance(error) ||
  isNonsense(error) ||
  hasCause(error, (cause) => /^(UND_ERR_|E[A-Z]+$)/.test(codeIn(cause)))

/** Anything but an Error came inside the stream. */
const isNonsense = (error: unknown): boolean =>
  !(error instanceof Error) ||
  JSONParseError.isInstance(error) ||
  TypeValidationError.isInstance(error) ||
  InvalidResponseDataError.isInstance(error) ||
  EmptyResponseBodyError.isInstance(error)

const codeIn = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

function hasCause(error: unknown, test: (cause: Error) => boolean): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; depth += 1) {
    if (test(cause)) return true
    cause = cause.cause
  }
  return false
}
