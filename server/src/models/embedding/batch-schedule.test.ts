import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSchedule } from './batch-schedule.ts'

/** A text of n letters is n tokens; its one number is its length, so order can be checked. */
function startSchedule(batchTokens: number, duringBatch = (_count: number) => {}) {
  const batches: number[][] = []
  const done = new Map<number, number[]>()
  const failed = new Map<number, unknown>()
  const finished: number[] = []
  const schedule = createSchedule({
    tokenise: (text, query = '') => Array.from(query + text, () => 1),
    async run(rows) {
      await yieldToEventLoop()
      if (rows.some((row) => row.length === 13)) throw new Error('unlucky')
      batches.push(rows.map((row) => row.length))
      duringBatch(batches.length)
      return Float32Array.from(rows, (row) => row.length)
    },
    numbersPerText: 1,
    batchTokens,
    onDone: (id, numbers) => {
      done.set(id, [...numbers])
      finished.push(id)
    },
    onFailed: (id, error) => failed.set(id, error),
  })
  return { schedule, batches, done, failed, finished }
}

const makeTexts = (...lengths: number[]) => lengths.map((length) => 'x'.repeat(length))

test('numbers return in the order of the texts though batches run by length', async () => {
  const { schedule, batches, done } = startSchedule(20)
  schedule.add({ id: 1, urgent: false, texts: makeTexts(2, 10, 3, 9, 30) })
  await expect.poll(() => done.get(1)).toEqual([2, 10, 3, 9, 30])
  expect(batches).toEqual([[30], [10, 9], [3, 2]])
})

test('no batch of several texts exceeds the token budget, padding counted', async () => {
  const { schedule, batches, done } = startSchedule(64)
  const lengths = Array.from({ length: 100 }, (_, index) => 1 + ((index * 7) % 12))
  schedule.add({ id: 1, urgent: false, texts: makeTexts(...lengths) })
  await expect.poll(() => done.has(1)).toBe(true)
  expect(batches.flat()).toHaveLength(100)
  const padded = batches.map((batch) => batch.length * Math.max(...batch))
  expect(Math.max(...padded)).toBeLessThanOrEqual(64)
})

test('a budget of 1 runs one text at a time', async () => {
  const { schedule, batches, done } = startSchedule(1)
  schedule.add({ id: 1, urgent: false, texts: makeTexts(1, 2, 0) })
  await expect.poll(() => done.get(1)).toEqual([1, 2, 0])
  expect(batches).toEqual([[2], [1], [0]])
})

test('an urgent job runs before the next batch of a running job', async () => {
  const { schedule, batches, finished } = startSchedule(1, (count) => {
    if (count === 2) schedule.add({ id: 2, urgent: true, texts: makeTexts(5) })
  })
  schedule.add({ id: 1, urgent: false, texts: makeTexts(9, 8, 7, 6) })
  await expect.poll(() => finished).toEqual([2, 1])
  expect(batches).toEqual([[9], [8], [5], [7], [6]])
})

test('a cancelled job stops after the current batch and reports nothing', async () => {
  const { schedule, batches, finished } = startSchedule(1, (count) => {
    if (count === 2) schedule.cancel(1)
  })
  schedule.add({ id: 1, urgent: false, texts: makeTexts(9, 8, 7, 6) })
  schedule.add({ id: 2, urgent: false, texts: makeTexts(4) })
  await expect.poll(() => finished).toEqual([2])
  expect(batches).toEqual([[9], [8], [4]])
})

test('a job that fails leaves the others alone', async () => {
  const { schedule, done, failed } = startSchedule(1)
  schedule.add({ id: 1, urgent: false, texts: makeTexts(13) })
  schedule.add({ id: 2, urgent: false, texts: makeTexts(3) })
  await expect.poll(() => done.get(2)).toEqual([3])
  expect(failed.get(1)).toMatchObject({ message: 'unlucky' })
})

test('a job’s query is paired with each of its texts', async () => {
  const { schedule, done } = startSchedule(1)
  schedule.add({ id: 1, urgent: true, query: 'x'.repeat(10), texts: makeTexts(1, 2) })
  await expect.poll(() => done.get(1)).toEqual([11, 12])
})
