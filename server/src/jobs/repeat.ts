import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'

export type Repeating = {
  log: Log
  stopSignal: AbortSignal
}

type Repetition = {
  /** Between the end of one turn and the next. */
  pauseMs: number
  /** The first turn too comes after a pause unless this is set. */
  startsAtOnce?: true
  /** Said of a turn that failed. The next one comes all the same. */
  failed: string
}

/** Works turn by turn until the process stops. A turn that failed is logged. */
export function repeat(
  { log, stopSignal }: Repeating,
  { pauseMs, startsAtOnce, failed }: Repetition,
  work: () => Promise<void>,
): void {
  const again = () => setTimeout(() => void turn(), pauseMs).unref()
  const turn = async (): Promise<void> => {
    if (stopSignal.aborted) return
    await work().catch((error: unknown) => log.warn(errorFields(error), failed))
    again()
  }
  if (startsAtOnce) void turn()
  else again()
}
