import { ModelFailure } from './model-failure.ts'

export type WatchOptions = {
  /** The longest silence while a token is waited for. */
  readonly idleTimeoutMs: number
  /** The longest an answer may take, attempts and pauses between them included. */
  readonly totalTimeoutMs: number
}

/** Guards one answer: its reader may leave, the model may fall silent or take too long. */
export type AnswerWatch = {
  /** Aborted by any of these; the provider's connection hangs on it. */
  readonly signal: AbortSignal
  /** Why it was aborted, if it was. */
  failure(): ModelFailure | undefined
  /** Waits for the model, one promise at a time; rejects as soon as the watch is over. */
  race<Result>(promise: PromiseLike<Result>): Promise<Result>
  /** Silence counts from now, unless it counts already. */
  startIdle(): void
  /** A token came that nobody waits for. */
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

  function stop(code: 'cancelled' | 'timeout') {
    if (reason) return
    reason = new ModelFailure(code)
    giveUp?.(reason)
    controller.abort(reason)
  }
  const leave = () => stop('cancelled')
  const total = setTimeout(() => stop('timeout'), options.totalTimeoutMs)
  // One timer for all waits: refreshed, and ignored while nothing is waited for.
  const idle = setTimeout(() => {
    if (isIdle) stop('timeout')
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
      // Whatever of the reply is still on its way is not wanted.
      stop('cancelled')
    },
  }
}
