import { readFileSync } from 'node:fs'

export type ProcessUsage = { memoryBytes: number; cpuMs: number }

/** Linux counts in hundredths of a second, whatever its own clock does. */
const MS_PER_TICK = 10

/** What a process holds in memory, heap or not, and has used of the CPU; null where /proc is not. */
export function usageOf(processId: number): ProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name, in brackets, may hold anything; the numbers begin after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    const status = readFileSync(`/proc/${processId}/status`, 'latin1')
    const memoryKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    return { memoryBytes: memoryKb * 1024, cpuMs: ticks * MS_PER_TICK }
  } catch {
    return null
  }
}
