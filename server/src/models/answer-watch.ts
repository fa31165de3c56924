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
  /** Waits for the model; rejects as soon as the watch is over, whatever the promise does. */
  race<Result>(promise: PromiseLike<Result>): Promise<Result>
  /** Silence counts from now. */
  startIdle(): void
  /** A token came. */
  stopIdle(): void
  end(): void
}

export function startWatch(reader: AbortSignal, options: WatchOptions): AnswerWatch {
  const controller = new AbortController()
  const over = Promise.withResolvers<never>()
  // Nobody may be waiting at the moment it ends.
  over.promise.catch(() => {})
  let reason: ModelFailure | undefined
  let idle: NodeJS.Timeout | undefined

  function stop(code: 'cancelled' | 'timeout') {
    if (reason) return
    reason = new ModelFailure(code)
    over.reject(reason)
    controller.abort(reason)
  }
  const leave = () => stop('cancelled')
  const total = setTimeout(() => stop('timeout'), options.totalTimeoutMs)
  reader.addEventListener('abort', leave, { once: true })
  if (reader.aborted) leave()

  return {
    signal: controller.signal,
    failure: () => reason,
    race: (promise) => Promise.race([promise, over.promise]),
    startIdle() {
      idle ??= setTimeout(() => stop('timeout'), options.idleTimeoutMs)
    },
    stopIdle() {
      clearTimeout(idle)
      idle = undefined
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
