import type { ProcessUsage } from './process-usage.ts'
import { usageOf } from './process-usage.ts'
import type { ReadReply, ReaderChild } from './reader-child.ts'
import { ChildStopped } from './reader-child.ts'
import { UnreadableDocument } from './unreadable.ts'

export type ReadingLimits = {
  /** Of the CPU; the clock on the wall may take three times as long on a busy machine. */
  timeoutMs: number
  /** Of the process in all: heap, buffers and code. */
  memoryMb: number
}

const WALL_CLOCK_FACTOR = 3
const WATCH_EVERY_MS = 50

/** The reply of a child, or the limit that it passed. Memory outside of the heap has no limit in Node. */
export async function watch(child: ReaderChild, limits: ReadingLimits): Promise<ReadReply> {
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

/** The child that read such a document is not to be used again. */
export class LimitPassed extends UnreadableDocument {}

const tooSlow = ({ timeoutMs }: ReadingLimits): string =>
  `it took longer than ${timeoutMs / 1000} s`
const tooLarge = ({ memoryMb }: ReadingLimits): string => `it needs more than ${memoryMb} MB`

function passed(
  limits: ReadingLimits,
  usage: ProcessUsage | null,
  cpuMsBefore: number,
  wallClockMs: number,
): string | null {
  if (usage && usage.memoryBytes > limits.memoryMb * 1024 * 1024) return tooLarge(limits)
  if (usage && usage.cpuMs - cpuMsBefore > limits.timeoutMs) return tooSlow(limits)
  const patienceMs = limits.timeoutMs * (usage ? WALL_CLOCK_FACTOR : 1)
  return wallClockMs > patienceMs ? tooSlow(limits) : null
}

/** How Node ends itself when it gets no memory. */
const OUT_OF_MEMORY = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL'])

function explainExit(error: ChildStopped, limits: ReadingLimits): Error {
  const signal = error.exit.signal ?? ''
  if (OUT_OF_MEMORY.has(signal)) return new LimitPassed(tooLarge(limits))
  if (signal === 'SIGXCPU') return new LimitPassed(tooSlow(limits))
  if (signal === 'SIGSEGV') return new LimitPassed('its elements are nested too deeply')
  // Ended from outside, by a shutdown or by a machine short of memory: no fault of the document's.
  return error
}
