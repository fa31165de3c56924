import type { StreamFailureCode } from '@footnote/contract/stream-failures'
import { ModelFailure } from './model-failure.ts'

export type BreakerOptions = {
  /** So many failures one after the other, each within `windowMs` of the one before, open it. */
  readonly mostFailures?: number | undefined
  readonly windowMs?: number | undefined
  /** How long it stays open before one call may try. */
  readonly openMs?: number | undefined
  readonly now?: (() => number) | undefined
}

/** One call's way through the breaker. Each ends with exactly one of the last three. */
export type Passage = {
  /** The model has begun to write: others may come again. */
  begun(): void
  succeeded(): void
  failed(code: StreamFailureCode): void
}

export type CircuitBreaker = {
  /** Throws `unavailable` while the model is given a rest. */
  enter(): Passage
}

/**
 * Spares readers the wait for a model that does not answer, and the model the questions. Only
 * `unavailable` and `timeout` count; any other answer, a refusal too, shows that it is there.
 */
export function createCircuitBreaker(options: BreakerOptions = {}): CircuitBreaker {
  const { mostFailures = 5, windowMs = 60_000, openMs = 10_000, now = Date.now } = options
  let failures = 0
  let lastFailureMs = -Infinity
  let closed = true
  let trialUnderWay = false

  function pass(isTrial: boolean): Passage {
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
        closed &&= failures < mostFailures
      },
    }
  }

  return {
    enter() {
      if (closed) return pass(false)
      if (trialUnderWay || now() - lastFailureMs < openMs) throw new ModelFailure('unavailable')
      trialUnderWay = true
      return pass(true)
    },
  }
}
