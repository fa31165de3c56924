import { readFileSync } from 'node:fs'
import { getChildren } from '../lib/process-cpu.ts'

/** Memory of some processes and of those they started; what several share counts once. */
export function memoryMb(processIds: readonly number[]): number {
  const all = [...processIds, ...processIds.flatMap(getChildren)]
  return all.reduce((sum, id) => sum + proportionalKb(id), 0) / 1024
}

const proportionalKb = (processId: number): number =>
  Number(
    /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
  )
