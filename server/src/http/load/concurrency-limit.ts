import { Refusal } from '../../platform/refusal.ts'

const RETRY_AFTER_SECONDS = 10

export type ConcurrencyLimit = {
  /** Taken until disposed of. Refuses while all are taken. */
  take(): Disposable
}

/** Bounds what a process does at a time, such as open streams. */
export function createConcurrencyLimit(
  max: number,
  onChange: (taken: number) => void = () => undefined,
): ConcurrencyLimit {
  let taken = 0
  const change = (by: 1 | -1) => onChange((taken += by))
  return {
    take() {
      if (taken >= max) {
        throw new Refusal('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      change(1)
      return { [Symbol.dispose]: () => change(-1) }
    },
  }
}
