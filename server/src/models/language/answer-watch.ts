import { ModelFailure } from '../model-failure.ts'

export type WatchOptions = {
  /** The longest wait for a token. */
  readonly idleTimeoutMs: number
  /** The longest an answer may take, including retries and pauses. */
  readonly totalTimeoutMs: number
}

/** Guards one answer: the client may disconnect, the model may stall or take too long. */
export type AnswerWatch = {
  /** Aborted by any of these; closes the provider's connection. */
  readonly signal: AbortSignal
  /** Why it was aborted, if it was. */
  failure(): ModelFailure | undefined
  /** Waits for the model, one promise at a time; rejects as soon as the watch is over. */
  race<Result>(promise: PromiseLike<Result>): Promise<Result>
  /** Starts the idle timer, unless it is running. */
  startIdle(): void
  /** A token came that nobody is waiting for. */
  restartIdle(): void
  /** A token came. */
  stopIdle(): void
  end(): void
}

export function startWatch(reader: AbortSignal, options: WatchOptions): AnswerWatch {
  const controller = new AbortController()
  let reason: ModelFailure | undefined
  let giveUp: ((reason: ModelFailure) => void) | undefined
  let isIdle = false

  function stop(code: 'cancelled' | 'timeout', ...reasons: string[]) {
    if (reason) return
    reason = new ModelFailure(code, { reasons })
    giveUp?.(reason)
    controller.abort(reason)
  }
  const leave = () => stop('cancelled')
  const total = setTimeout(() => stop('timeout', 'not_done_in_time'), options.totalTimeoutMs)
  // One timer for all waits: refreshed, and ignored while nothing is awaited.
  const idle = setTimeout(() => {
    if (isIdle) stop('timeout', 'silent')
  }, options.idleTimeoutMs)
  reader.addEventListener('abort', leave, { once: true })
  if (reader.aborted) leave()

  return {
    signal: controller.signal,
    failure: () => reason,
    // Not Promise.race: its long-lived side would keep a reaction for every wait.
    race: (promise) =>
      new Promise((resolve, reject) => {
        giveUp = reject
        if (reason) reject(reason)
        promise.then(resolve, reject)
      }),
    startIdle() {
      if (!isIdle) idle.refresh()
      isIdle = true
    },
    restartIdle() {
      idle.refresh()
    },
    stopIdle() {
      isIdle = false
    },
    end() {
      clearTimeout(total)
      clearTimeout(idle)
      reader.removeEventListener('abort', leave)
      // The rest of the reply is not needed.
      stop('cancelled')
    },
  }
}
