import type { ParseReply, ParserChild } from './parser-handle.ts'
import { ChildStopped } from './parser-handle.ts'
import { UnreadableDocument } from '../unreadable-document.ts'
import { readdirSync, readFileSync } from 'node:fs'

export type ParsingLimits = {
  /** CPU time. Besides, it may wait three times as long for anything but a core. */
  timeoutMs: number
  /** Of the whole process: heap, buffers and code. */
  memoryMb: number
}

const IDLE_FACTOR = 3
const WATCH_EVERY_MS = 50

/** Waits for a child's reply within the limits. Node itself does not limit memory outside the heap. */
export async function watch(child: ParserChild, limits: ParsingLimits): Promise<ParseReply> {
  const late = Promise.withResolvers<never>()
  const findPassed = createLimitCheck(child, limits)
  const timer = setInterval(() => {
    const reason = findPassed()
    if (reason !== null) late.reject(new LimitPassed(reason))
  }, WATCH_EVERY_MS)
  try {
    return await Promise.race([child.receive(), late.promise])
  } catch (error) {
    throw error instanceof ChildStopped ? explainExit(error, limits) : error
  } finally {
    clearInterval(timer)
  }
}

/** The child that met such a document must not be used again. */
export class LimitPassed extends UnreadableDocument {}

const tooSlow = ({ timeoutMs }: ParsingLimits): string =>
  `it took longer than ${timeoutMs / 1000} s`
const tooLarge = ({ memoryMb }: ParsingLimits): string => `it needs more than ${memoryMb} MB`

/** Says which limit the document that a child begins now has passed by the time of each call, if any. */
function createLimitCheck({ processId }: ParserChild, limits: ParsingLimits): () => string | null {
  const cpuMsBefore = usageOf(processId)?.cpuMs ?? 0
  let checkedMs = performance.now()
  let idleMs = 0
  return () => {
    const usage = usageOf(processId)
    const sinceMs = performance.now() - checkedMs
    checkedMs += sinceMs
    if (!usage) {
      idleMs += sinceMs
      return idleMs > limits.timeoutMs ? tooSlow(limits) : null
    }
    // While it is ready to run, either its CPU time grows, or others have the cores.
    if (!isReady(processId)) idleMs += sinceMs
    if (usage.memoryBytes > limits.memoryMb * 1024 * 1024) return tooLarge(limits)
    const isSlow = usage.cpuMs - cpuMsBefore > limits.timeoutMs
    return isSlow || idleMs > limits.timeoutMs * IDLE_FACTOR ? tooSlow(limits) : null
  }
}

/** The signals with which Node ends when it runs out of memory. */
const OUT_OF_MEMORY = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL'])

function explainExit(error: ChildStopped, limits: ParsingLimits): Error {
  const signal = error.exit.signal ?? ''
  if (OUT_OF_MEMORY.has(signal)) return new LimitPassed(tooLarge(limits))
  if (signal === 'SIGXCPU') return new LimitPassed(tooSlow(limits))
  if (signal === 'SIGSEGV') return new LimitPassed('its elements are nested too deeply')
  // Ended from outside, by a shutdown or a machine short of memory: the document is not to blame.
  return error
}

export type ProcessUsage = { memoryBytes: number; cpuMs: number }

/** Linux reports CPU time in hundredths of a second. */
const MS_PER_TICK = 10

/** The resident memory and CPU time of a process; null where there is no /proc. */
export function usageOf(processId: number): ProcessUsage | null {
  try {
    const fields = readStat(`/proc/${processId}`)
    const ticks = Number(fields[11]) + Number(fields[12])
    const status = readFileSync(`/proc/${processId}/status`, 'latin1')
    const memoryKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    return { memoryBytes: memoryKb * 1024, cpuMs: ticks * MS_PER_TICK }
  } catch {
    return null
  }
}

/** Whether any of its threads has a core or waits for one. */
function isReady(processId: number): boolean {
  const threads = `/proc/${processId}/task`
  try {
    return readdirSync(threads).some((id) => readStat(`${threads}/${id}`)[0] === 'R')
  } catch {
    return false
  }
}

/** From its state on. Its name, in brackets before that, may hold anything. */
function readStat(folder: string): string[] {
  const stat = readFileSync(`${folder}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
