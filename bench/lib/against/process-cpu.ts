import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second for every process it reports on. */
const TICK_MS = 10

/** CPU time of the processes so far, all their threads and the kernel's work for them included. */
export const cpuMs = (processIds: readonly number[]): number =>
  processIds.reduce((sum, id) => sum + ticksOf(readFileSync(`/proc/${id}/stat`, 'utf8')), 0) *
  TICK_MS

/** The name, which may contain spaces, stands in brackets; user and system time are 12 and 13 behind it. */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
