import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second for every process it reports on. */
const TICK_MS = 10

/** CPU time of the processes so far, all their threads and the kernel's work for them included. */
export const cpuMs = (processIds: readonly number[]): number =>
  processIds.reduce((sum, id) => sum + getTicks(getStat(id)), 0) * TICK_MS

/** CPU time of a process with one thread so far, exactly. */
export const backendCpuMs = (processId: number): number =>
  Number(readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** CPU time of a process's children so far, those that have ended included. */
export function childrenCpuMs(processId: number): number {
  const endedMs = getEndedTicks(getStat(processId)) * TICK_MS
  return endedMs + cpuMs(getChildren(processId))
}

/** CPU time of some processes and of those they started. */
export const treeCpuMs = (processIds: readonly number[]): number =>
  cpuMs(processIds) + processIds.reduce((sum, id) => sum + childrenCpuMs(id), 0)

/** The processes that a process started and that still run. */
export const getChildren = (processId: number): number[] =>
  readdirSync(`/proc/${processId}/task`).flatMap((thread) =>
    readFileSync(`/proc/${processId}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  )

const getStat = (processId: number): string => readFileSync(`/proc/${processId}/stat`, 'utf8')

/** The name, which may contain spaces, stands in brackets; user and system time are 12 and 13 behind it. */
export function getTicks(stat: string): number {
  const fields = getFields(stat)
  return Number(fields[11]) + Number(fields[12])
}

/** The same of its ended children: the two fields after. */
export function getEndedTicks(stat: string): number {
  const fields = getFields(stat)
  return Number(fields[13]) + Number(fields[14])
}

const getFields = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
