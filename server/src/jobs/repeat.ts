import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'

export type Repeating = {
  log: Log
  stopSignal: AbortSignal
}

type Repetition = {
  /** Between the end of one run and the next. */
  pauseMs: number
  /** The first run too comes after a pause unless this is set. */
  startsAtOnce?: true
  /** Logged when a run failed. The next one comes all the same. */
  failed: string
}

/** Runs the work again and again until the process stops. A run that failed is logged. */
export function repeat(
  { log, stopSignal }: Repeating,
  { pauseMs, startsAtOnce, failed }: Repetition,
  /** May ask for another pause before the next run. */
  work: () => Promise<number | void>,
): void {
  const again = (afterMs: number) => setTimeout(() => void run(), afterMs).unref()
  const run = async (): Promise<void> => {
    if (stopSignal.aborted) return
    const askedMs = await work().catch((error: unknown) => log.warn(errorFields(error), failed))
    again(askedMs ?? pauseMs)
  }
  if (startsAtOnce) void run()
  else again(pauseMs)
}
