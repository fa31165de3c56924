import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import { readRetryAfter } from '../platform/network/retry-after.ts'
import { ModelError } from './model-error.ts'

export type RetryOptions = {
  /** Starts the error message, such as `Embedding`. */
  readonly what: string
  readonly maxAttempts: number
  /** If the server asks for a longer wait, the call fails at once. */
  readonly maxWaitMs: number
  readonly attemptTimeoutMs: number
  /** Pause before the second attempt; doubled before each later one. */
  readonly retryDelayMs: number
  readonly signal: AbortSignal | undefined
}

/** Retries, each attempt with its own timeout. `Retry-After` overrides the backoff. */
export async function retryRequest<Result>(
  attempt: (signal: AbortSignal) => PromiseLike<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { attemptTimeoutMs, retryDelayMs, signal } = options
  for (let count = 1; ; count += 1) {
    signal?.throwIfAborted()
    const timeout = AbortSignal.timeout(attemptTimeoutMs)
    try {
      return await attempt(signal ? AbortSignal.any([signal, timeout]) : timeout)
    } catch (error) {
      signal?.throwIfAborted()
      const timedOut = timeout.aborted
      const retryable = timedOut || (APICallError.isInstance(error) && error.isRetryable)
      const waitMs = waitAskedBy(error) ?? backoffMs(retryDelayMs, count)
      if (!retryable || count >= options.maxAttempts || waitMs > options.maxWaitMs) {
        const reason = timedOut ? new Error(`no reply within ${attemptTimeoutMs} ms`) : error
        throw describe(options.what, reason, { attempts: count, retryable })
      }
      await sleep(waitMs, undefined, signal && { signal })
    }
  }
}

/** Half fixed, half random, so that clients rejected together do not return together. */
function backoffMs(retryDelayMs: number, count: number): number {
  return retryDelayMs * 2 ** (count - 1) * (0.5 + Math.random() / 2)
}

const waitAskedBy = (error: unknown): number | null =>
  APICallError.isInstance(error) ? readRetryAfter(error.responseHeaders?.['retry-after']) : null

/** Without the original error, which contains the request and so what readers wrote. */
function describe(
  what: string,
  error: unknown,
  { attempts, retryable }: { attempts: number; retryable: boolean },
): ModelError {
  const statusCode = APICallError.isInstance(error) ? error.statusCode : undefined
  const status = statusCode === undefined ? '' : ` (status ${statusCode})`
  const message = error instanceof Error ? error.message : String(error)
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  return new ModelError(`${what} request failed after ${tries}${status}: ${message}`, {
    retryable,
    statusCode,
  })
}
