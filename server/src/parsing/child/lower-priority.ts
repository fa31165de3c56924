import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Of bulk work: it gets a tenth of a core that somebody else wants, and a whole one otherwise. */
export const BULK_NICENESS = 10

/** Lets other processes have the cores first. A process that may not, or has ended, stays as it is. */
export function lowerPriority(processId: number, niceness: number): void {
  for (const id of threadsOf(processId)) {
    try {
      setPriority(id, niceness)
    } catch {
      // It was started with a lower one, or the thread has ended.
    }
  }
}

/** On Linux each thread has a priority of its own. */
function threadsOf(processId: number): number[] {
  try {
    return readdirSync(`/proc/${processId}/task`).map(Number)
  } catch {
    return [processId]
  }
}
