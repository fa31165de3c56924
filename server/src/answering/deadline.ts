/** Aborted when the reader is gone or the time is up, until it is disposed of. */
export type Deadline = Disposable & { readonly signal: AbortSignal }

/** As `AbortSignal.any` with a timeout, which would keep both until the time is up. */
export function startDeadline(reader: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController()
  const leave = () => controller.abort(reader.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException('The answer took too long', 'TimeoutError')),
    timeoutMs,
  )
  reader.addEventListener('abort', leave, { once: true })
  if (reader.aborted) leave()
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      reader.removeEventListener('abort', leave)
    },
  }
}
