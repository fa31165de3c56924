import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ModelJob } from '../onnx/worker-protocol.ts'

/** What a model makes of texts. A row is the tokens of one text. */
export type TextModel<Row extends { readonly length: number }> = {
  readonly tokenise: (text: string, query: string | undefined) => Row
  /** The numbers of all rows, end to end. */
  readonly run: (rows: readonly Row[]) => Promise<Float32Array>
  readonly numbersPerText: number
  readonly batchTokens: number
}

export type ScheduleOptions<Row extends { readonly length: number }> = TextModel<Row> & {
  readonly onDone: (id: number, numbers: Float32Array<ArrayBuffer>) => void
  readonly onFailed: (id: number, error: unknown) => void
}

export type Schedule = {
  add(job: ModelJob): void
  cancel(id: number): void
  cancelAll(): void
}

type Progress<Row> = {
  readonly job: ModelJob
  /** Longest first: neighbours need little padding. Characters stand in for tokens. */
  readonly order: readonly number[]
  readonly numbers: Float32Array<ArrayBuffer>
  next: number
  /** Tokens of the text that did not fit into the last batch. */
  held: Row | undefined
}

/** Runs one batch at a time and picks the job before each: urgent ones first. */
export function createSchedule<Row extends { readonly length: number }>(
  options: ScheduleOptions<Row>,
): Schedule {
  const urgent: Progress<Row>[] = []
  const bulk: Progress<Row>[] = []
  let running = false

  async function drain(): Promise<void> {
    running = true
    for (;;) {
      // Inference blocks this thread. Messages that arrived meanwhile are handled here, so a query
      // among them is seen before the next batch is picked.
      await yieldToEventLoop()
      const queue = urgent.length > 0 ? urgent : bulk
      const progress = queue[0]
      if (!progress) break
      await step(progress, queue)
    }
    running = false
  }

  async function step(progress: Progress<Row>, queue: Progress<Row>[]): Promise<void> {
    const { job, order, numbers } = progress
    try {
      await runBatch(progress, options)
      if (progress.next < order.length || !remove(queue, job.id)) return
      options.onDone(job.id, numbers)
    } catch (error) {
      remove(queue, job.id)
      options.onFailed(job.id, error)
    }
  }

  return {
    add(job) {
      const order = job.texts.keys().toArray()
      order.sort((a, b) => (job.texts[b]?.length ?? 0) - (job.texts[a]?.length ?? 0))
      const numbers = new Float32Array(job.texts.length * options.numbersPerText)
      const queue = job.urgent ? urgent : bulk
      queue.push({ job, order, numbers, next: 0, held: undefined })
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

async function runBatch<Row extends { readonly length: number }>(
  progress: Progress<Row>,
  model: TextModel<Row>,
): Promise<void> {
  const { numbersPerText } = model
  const first = progress.next
  const rows = takeBatch(progress, model)
  const numbers = await model.run(rows)
  for (let row = 0; row < rows.length; row += 1) {
    const own = numbers.subarray(row * numbersPerText, (row + 1) * numbersPerText)
    progress.numbers.set(own, (progress.order[first + row] ?? 0) * numbersPerText)
  }
}

function takeBatch<Row extends { readonly length: number }>(
  progress: Progress<Row>,
  { tokenise, batchTokens }: TextModel<Row>,
): Row[] {
  const { job, order } = progress
  const rows: Row[] = []
  let longest = 0
  while (progress.next < order.length) {
    const text = job.texts[order[progress.next] ?? 0] ?? ''
    const row = progress.held ?? tokenise(text, job.query)
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

function remove(queue: { readonly job: ModelJob }[], id: number): boolean {
  const index = queue.findIndex(({ job }) => job.id === id)
  if (index >= 0) queue.splice(index, 1)
  return index >= 0
}
