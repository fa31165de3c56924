/** Runs at most `maxRunning` tasks at once; the others wait in order of arrival. */
export function limitConcurrency(
  maxRunning: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The slot is handed on rather than freed, so that no newcomer jumps the queue.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
