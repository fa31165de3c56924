import { currentSpan } from '../platform/tracing/span.ts'

export type Timings = { mark(step: string): void; read(): Record<string, number> }

/** Milliseconds since the start at each step, which are moments of the trace too. */
export function createTimings(): Timings {
  const started = performance.now()
  const span = currentSpan()
  const marks: Record<string, number> = {}
  return {
    mark(step) {
      marks[step] = Math.round((performance.now() - started) * 10) / 10
      span?.note(step)
    },
    read: () => marks,
  }
}
