import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { WorkerClient } from './worker-client.ts'
import { createWorkerPool } from './worker-pool.ts'

const workerFile = join(import.meta.dirname, '../fixtures/echo-worker.ts')
let pool: WorkerClient

/** The echo worker returns each text's length, plus what its own workerData says. */
const startPool = (...adds: number[]) =>
  (pool = createWorkerPool(
    workerFile,
    adds.map((add) => ({ add })),
  ))
afterEach(async () => pool.close())

const bulk = (...texts: string[]) => ({ texts, urgent: false })
const question = (text: string) => ({ texts: [text], urgent: true })

test('texts are shared among the workers and keep their order', async () => {
  const { run } = startPool(100, 200)
  expect(await run(bulk('a', 'bb', 'ccc', 'dddd', 'eeeee'))).toEqual(
    Float32Array.of(101, 202, 103, 204, 105),
  )
})

test('questions are spread over the workers', async () => {
  const { run } = startPool(100, 200)
  const vectors = await Promise.all(['a', 'a', 'a', 'a'].map(async (text) => run(question(text))))
  expect(vectors.map(([number]) => number)).toEqual([101, 201, 101, 201])
})

test('a question goes to the worker without passages, until questions wait there', async () => {
  const { run, close } = startPool(100, 200)
  const passage = run(bulk('wait'))
  const asked = Array.from({ length: 6 }, async () => run(question('a')))
  const vectors = await Promise.all(asked)
  await Promise.allSettled([passage, close()])
  expect(vectors.map(([number]) => number)).toEqual([201, 201, 201, 201, 101, 201])
})

test('what is done no longer counts as load', async () => {
  const { run } = startPool(100, 200)
  await run(bulk('a', 'b', 'c'))
  await expect(run(bulk('fail'))).rejects.toThrow('bad input')
  const vectors = [await run(question('a')), await run(question('a'))]
  expect(vectors.map(([number]) => number)).toEqual([101, 101])
})

test('fewer texts than workers', async () => {
  const { run } = startPool(0, 0, 0)
  expect(await run(bulk('a', 'bb'))).toEqual(Float32Array.of(1, 2))
})

test('a worker that dies fails the call that it had a share of, and the next is served', async () => {
  const { run } = startPool(0, 0)
  await expect(run(bulk('a', 'crash'))).rejects.toThrow(/worker stopped: out of memory/)
  expect(await run(bulk('a', 'bb'))).toEqual(Float32Array.of(1, 2))
})

test('an abort reaches every worker that has a share', async () => {
  const { run } = startPool(0, 0)
  const leave = new AbortController()
  const call = run(bulk('wait', 'wait'), leave.signal)
  leave.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
})

test('starting waits for every worker', async () => {
  const { start } = startPool(0, 0)
  await expect(start()).resolves.toBeUndefined()
})
