import type { ErrorFrame } from '@footnote/contract/public/chat'
import type { StreamFailureCode } from '@footnote/contract/errors'
import { STREAM_FAILURES } from '@footnote/contract/errors'
import type { FailedAnswer } from '../analytics/failures.ts'
import { isTransientError } from '../models/is-transient-error.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { AllowanceSpent } from '../workspaces/quota.ts'
import type { AdmittedQuestion } from './admit.ts'
import { AccessRevoked } from './revalidate-access.ts'
import { AccessUnconfirmed } from './watch-access.ts'
import { readerLanguage } from './writing/reader-language.ts'

/** The service is shutting down and no longer waits for this answer. */
export class Stopping extends Error {}

/** All that a reader is told about a failure. */
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

/** What operators are shown of it: no text. */
export const failedAnswer = (
  { caller, requestId, source, widget, text }: AdmittedQuestion,
  code: StreamFailureCode,
  model: string | null,
): FailedAnswer => ({
  tenant: { workspaceId: caller.workspaceId, knowledgeBaseId: caller.knowledgeBaseId },
  requestId,
  code,
  source,
  widgetId: widget?.id ?? null,
  keyId: caller.keyId,
  model,
  language: readerLanguage(text, caller.languages),
  at: new Date(),
})

/** An aborted signal explains whatever was thrown after it. */
export function failureCode(error: unknown, signal: AbortSignal): StreamFailureCode {
  if (signal.aborted) return abortCode(signal.reason)
  if (error instanceof AccessRevoked) return 'cancelled'
  if (error instanceof AllowanceSpent) return 'quota_exceeded'
  if (error instanceof ModelFailure) return error.code
  if (error instanceof AccessUnconfirmed || isTransientError(error)) return 'unavailable'
  return 'internal'
}

/** The client disconnected; the service itself did not end the answer. */
export const isClientDisconnect = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && abortCode(reason) === 'cancelled' && !(reason instanceof AccessRevoked)

function abortCode(reason: unknown): StreamFailureCode {
  if (reason instanceof Stopping) return 'unavailable'
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled'
}
