import type { StreamFailureCode } from '@footnote/contract/public/stream-failures'
import { ModelFailure } from './model-failure.ts'

export type BreakerOptions = {
  /** This many consecutive failures, each within `windowMs` of the last, open it. */
  readonly maxFailures?: number | undefined
  readonly windowMs?: number | undefined
  /** How long it stays open before a trial call. */
  readonly openMs?: number | undefined
  readonly now?: (() => number) | undefined
}

/** One call through the breaker. Ends with exactly one of `succeeded` and `failed`. */
export type BreakerCall = {
  /** The model has begun to write: other calls may go through. */
  begun(): void
  succeeded(): void
  failed(code: StreamFailureCode): void
}

export type CircuitBreaker = {
  /** Throws `unavailable` while the breaker is open. */
  enter(): BreakerCall
}

/**
 * Saves readers the wait for a model that does not respond, and the model the load. Only
 * `unavailable` and `timeout` count; any other reply, even a refusal, shows that it is up.
 */
export function createCircuitBreaker(options: BreakerOptions = {}): CircuitBreaker {
  const { maxFailures = 5, windowMs = 60_000, openMs = 10_000, now = Date.now } = options
  let failures = 0
  let lastFailureMs = -Infinity
  let closed = true
  let trialUnderWay = false

  function pass(isTrial: boolean): BreakerCall {
    const endTrial = () => {
      if (isTrial) trialUnderWay = false
    }
    return {
      begun() {
        endTrial()
        closed = true
      },
      succeeded() {
        endTrial()
        failures = 0
        closed = true
      },
      failed(code) {
        endTrial()
        if (code === 'cancelled') return
        if (code !== 'unavailable' && code !== 'timeout') {
          failures = 0
          closed = true
          return
        }
        failures = now() - lastFailureMs > windowMs ? 1 : failures + 1
        lastFailureMs = now()
        closed &&= failures < maxFailures
      },
    }
  }

  return {
    enter() {
      if (closed) return pass(false)
      if (trialUnderWay || now() - lastFailureMs < openMs) {
        throw new ModelFailure('unavailable', { reasons: ['circuit_open'] })
      }
      trialUnderWay = true
      return pass(true)
    },
  }
}
