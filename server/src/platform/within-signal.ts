/** Rejects with the signal's reason at once, even if the task ignores the signal. */
export async function withinSignal<Result>(
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([task(signal), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
