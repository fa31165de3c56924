import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError } from 'ai'
import { ModelError } from './model-error.ts'

export type RetryOptions = {
  /** Begins the message of the error, such as `Embedding`. */
  readonly what: string
  readonly mostAttempts: number
  /** Asked by the server to wait longer than this, the call fails at once. */
  readonly longestWaitMs: number
  readonly attemptTimeoutMs: number
  /** Pause before the second attempt; doubled before each later one. */
  readonly retryDelayMs: number
  readonly signal: AbortSignal | undefined
}

/** Some attempts, each with its own time limit. `Retry-After` wins over the backoff. */
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
      const waitMs = retryAfterMs(error) ?? backoffMs(retryDelayMs, count)
      if (!retryable || count >= options.mostAttempts || waitMs > options.longestWaitMs) {
        const reason = timedOut ? new Error(`no reply within ${attemptTimeoutMs} ms`) : error
        throw describe(options.what, reason, { attempts: count, retryable })
      }
      await sleep(waitMs, undefined, signal && { signal })
    }
  }
}

/** Half fixed, half random, so that clients turned away together do not come back together. */
function backoffMs(retryDelayMs: number, count: number): number {
  return retryDelayMs * 2 ** (count - 1) * (0.5 + Math.random() / 2)
}

function retryAfterMs(error: unknown): number | undefined {
  if (!APICallError.isInstance(error)) return undefined
  const header = error.responseHeaders?.['retry-after']
  if (!header) return undefined
  const seconds = Number(header)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

/** The original error is left out: it carries the request, and with it what readers wrote. */
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
