import { readFileSync } from 'node:fs'
import { childrenCpuMs, childrenOf, cpuMs } from '../lib/process-cpu.ts'

/** CPU time of some processes and of those they started. */
export const treeCpuMs = (processIds: readonly number[]): number =>
  cpuMs(processIds) + processIds.reduce((sum, id) => sum + childrenCpuMs(id), 0)

/** Memory of some processes and of those they started; what several share counts once. */
export function memoryMb(processIds: readonly number[]): number {
  const all = [...processIds, ...processIds.flatMap(childrenOf)]
  return all.reduce((sum, id) => sum + proportionalKb(id), 0) / 1024
}

const proportionalKb = (processId: number): number =>
  Number(
    /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
  )
