/** Lets at most `most` tasks run at once; the others wait in the order they came. */
export function limitConcurrency(
  most: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The place is handed on, not freed, so nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
