import type { ParseReply, ParserChild } from './parser-child.ts'
import { ChildStopped } from './parser-child.ts'
import { UnreadableDocument } from '../unreadable-document.ts'
import { readFileSync } from 'node:fs'

export type ParsingLimits = {
  /** CPU time; on a busy machine the wall clock may take three times as long. */
  timeoutMs: number
  /** Of the whole process: heap, buffers and code. */
  memoryMb: number
}

const WALL_CLOCK_FACTOR = 3
const WATCH_EVERY_MS = 50

/** Waits for a child's reply within the limits. Node itself does not limit memory outside the heap. */
export async function watch(child: ParserChild, limits: ParsingLimits): Promise<ParseReply> {
  const before = usageOf(child.processId)?.cpuMs ?? 0
  const late = Promise.withResolvers<never>()
  const startedMs = performance.now()
  const timer = setInterval(() => {
    const reason = passed(limits, usageOf(child.processId), before, performance.now() - startedMs)
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

function passed(
  limits: ParsingLimits,
  usage: ProcessUsage | null,
  cpuMsBefore: number,
  wallClockMs: number,
): string | null {
  if (usage && usage.memoryBytes > limits.memoryMb * 1024 * 1024) return tooLarge(limits)
  if (usage && usage.cpuMs - cpuMsBefore > limits.timeoutMs) return tooSlow(limits)
  const patienceMs = limits.timeoutMs * (usage ? WALL_CLOCK_FACTOR : 1)
  return wallClockMs > patienceMs ? tooSlow(limits) : null
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
