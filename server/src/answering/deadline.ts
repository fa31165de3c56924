/** Aborted on client disconnect or timeout, until it is disposed of. */
export type Deadline = Disposable & {
  readonly signal: AbortSignal
  /** Aborts early, for another reason. */
  end(reason: Error): void
  /** There is no timeout any more. */
  lift(): void
}

/** Like `AbortSignal.any` with a timeout, which would keep both signals alive until the timeout. */
export function startDeadline(client: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController()
  const onDisconnect = () => controller.abort(client.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException('The answer took too long', 'TimeoutError')),
    timeoutMs,
  )
  client.addEventListener('abort', onDisconnect, { once: true })
  if (client.aborted) onDisconnect()
  return {
    signal: controller.signal,
    end: (reason) => controller.abort(reason),
    lift: () => clearTimeout(timer),
    [Symbol.dispose]() {
      clearTimeout(timer)
      client.removeEventListener('abort', onDisconnect)
    },
  }
}
