import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EmbeddingJob } from './embedding-protocol.ts'
import type { EmbedTokens } from './onnx-model.ts'
import type { Tokenise } from './text-tokens.ts'

export type ScheduleOptions = {
  readonly tokenise: Tokenise
  readonly embedTokens: EmbedTokens
  readonly dimensions: number
  readonly batchTokens: number
  readonly onDone: (id: number, vectors: Float32Array<ArrayBuffer>) => void
  readonly onFailed: (id: number, error: unknown) => void
}

export type Schedule = {
  add(job: EmbeddingJob): void
  cancel(id: number): void
  cancelAll(): void
}

type Progress = {
  readonly job: EmbeddingJob
  /** Longest first: neighbours need little padding. Characters stand in for tokens. */
  readonly order: readonly number[]
  readonly vectors: Float32Array<ArrayBuffer>
  next: number
  /** Tokens of the text that did not fit into the last batch. */
  held: number[] | undefined
}

/** Runs one batch at a time, and picks the job anew before each: urgent ones first. */
export function createSchedule(options: ScheduleOptions): Schedule {
  const urgent: Progress[] = []
  const bulk: Progress[] = []
  let running = false

  async function drain(): Promise<void> {
    running = true
    for (;;) {
      // Inference blocks this thread. Messages that came meanwhile are read here, so a query among
      // them is seen before the next batch is picked.
      await nextTurn()
      const queue = urgent.length > 0 ? urgent : bulk
      const progress = queue[0]
      if (!progress) break
      await step(progress, queue)
    }
    running = false
  }

  async function step(progress: Progress, queue: Progress[]): Promise<void> {
    const { job, order, vectors } = progress
    try {
      await runBatch(progress, options)
      if (progress.next < order.length || !remove(queue, job.id)) return
      options.onDone(job.id, vectors)
    } catch (error) {
      remove(queue, job.id)
      options.onFailed(job.id, error)
    }
  }

  return {
    add(job) {
      const order = job.texts.keys().toArray()
      order.sort((a, b) => (job.texts[b]?.length ?? 0) - (job.texts[a]?.length ?? 0))
      const vectors = new Float32Array(job.texts.length * options.dimensions)
      const queue = job.urgent ? urgent : bulk
      queue.push({ job, order, vectors, next: 0, held: undefined })
      if (!running) void drain()
    },
    cancel(id) {
      if (!remove(urgent, id)) remove(bulk, id)
    },
    cancelAll() {
      urgent.length = 0
      bulk.length = 0
    },
  }
}

async function runBatch(progress: Progress, options: ScheduleOptions): Promise<void> {
  const first = progress.next
  const rows = takeBatch(progress, options)
  const vectors = await options.embedTokens(rows)
  for (let row = 0; row < rows.length; row += 1) {
    const vector = vectors.subarray(row * options.dimensions, (row + 1) * options.dimensions)
    progress.vectors.set(vector, (progress.order[first + row] ?? 0) * options.dimensions)
  }
}

function takeBatch(
  progress: Progress,
  { tokenise, batchTokens }: Pick<ScheduleOptions, 'tokenise' | 'batchTokens'>,
): number[][] {
  const { job, order } = progress
  const rows: number[][] = []
  let longest = 0
  while (progress.next < order.length) {
    const row = progress.held ?? tokenise(job.texts[order[progress.next] ?? 0] ?? '')
    progress.held = undefined
    longest = Math.max(longest, row.length)
    if (rows.length > 0 && longest * (rows.length + 1) > batchTokens) {
      progress.held = row
      break
    }
    rows.push(row)
    progress.next += 1
  }
  return rows
}

function remove(queue: Progress[], id: number): boolean {
  const index = queue.findIndex(({ job }) => job.id === id)
  if (index >= 0) queue.splice(index, 1)
  return index >= 0
}
