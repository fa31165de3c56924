import type { ErrorFrame } from '@footnote/contract/chat'
import type { StreamFailureCode } from '@footnote/contract/errors'
import { STREAM_FAILURES } from '@footnote/contract/errors'
import { isPassingTrouble } from '../models/is-passing-trouble.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { AllowanceSpent } from '../workspaces/quota.ts'

/** The service is stopping and waits no longer for this answer. */
export class Stopping extends Error {}

/** What the reader is told of a failure, and nothing else of it. */
export function failureFrame(code: StreamFailureCode, requestId: string): ErrorFrame {
  const failure = STREAM_FAILURES[code]
  return {
    error: failure.message,
    error_code: code,
    code: failure.code,
    retryable: failure.retryable,
    request_id: requestId,
  }
}

/** An aborted signal explains whatever was thrown after it. */
export function failureCode(error: unknown, signal: AbortSignal): StreamFailureCode {
  if (signal.aborted) return abortCode(signal.reason)
  if (error instanceof AllowanceSpent) return 'quota_exceeded'
  if (error instanceof ModelFailure) return error.code
  if (isPassingTrouble(error)) return 'unavailable'
  return 'internal'
}

export function abortCode(reason: unknown): StreamFailureCode {
  if (reason instanceof Stopping) return 'unavailable'
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled'
}
