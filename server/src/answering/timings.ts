export type Timings = { mark(step: string): void; read(): Record<string, number> }

/** Milliseconds since the start at each step. */
export function createTimings(): Timings {
  const started = performance.now()
  const marks: Record<string, number> = {}
  return {
    mark(step) {
      marks[step] = Math.round((performance.now() - started) * 10) / 10
    },
    read: () => marks,
  }
}
