import type { Exchange } from './call.ts'

export type Load<Sample extends Exchange> = {
  /** In the order in which they ended. */
  samples: Sample[]
  stop(): Promise<void>
}

/** Clients that send one call after another until they are stopped. */
export function startLoad<Sample extends Exchange>(
  clients: number,
  send: (count: number) => Promise<Sample>,
): Load<Sample> {
  const samples: Sample[] = []
  const stopped = new AbortController()
  let count = 0
  async function run(): Promise<void> {
    while (!stopped.signal.aborted) samples.push(await send(count++))
  }
  const running = Promise.all(Array.from({ length: clients }, run))
  return {
    samples,
    async stop() {
      stopped.abort()
      await running
    },
  }
}

export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`)
    await sleep(20)
  }
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The quantile: the given share of the values is below it. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
