import { afterEach, expect, test } from 'vitest'
import { createWorkerClient, type WorkerClient } from './worker-client.ts'

const workerUrl = new URL('./fixtures/echo-worker.ts', import.meta.url)
let client: WorkerClient

const startClient = () => (client = createWorkerClient(workerUrl, {}))
afterEach(async () => client.close())

test('each caller gets the vectors of its own texts', async () => {
  const { embed } = startClient()
  const both = await Promise.all([embed(['a', 'bb'], false), embed(['ccc'], true)])
  expect(both).toEqual([Float32Array.of(1, 2), Float32Array.of(3)])
})

test.each([
  ['crash', /worker stopped: out of memory/],
  ['exit', /worker stopped: exit code 7/],
])('a worker that dies by %s rejects all it owed, and the next call serves', async (text, told) => {
  const { embed } = startClient()
  const owed = [embed(['wait'], false), embed([text], false)]
  const settled = await Promise.allSettled(owed)
  for (const result of settled) {
    expect(result.status === 'rejected' && String(result.reason)).toMatch(told)
  }
  expect(await embed(['again'], true)).toEqual(Float32Array.of(5))
})

test('a failed request says why and leaves the worker running', async () => {
  const { embed } = startClient()
  await expect(embed(['fail'], false)).rejects.toThrow('Embedding failed: bad input')
  expect(await embed(['a'], false)).toEqual(Float32Array.of(1))
})

test('a caller can leave while its request is queued', async () => {
  const { embed } = startClient()
  const leave = new AbortController()
  const call = embed(['wait'], false, leave.signal)
  leave.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
  await expect(embed(['a'], false, leave.signal)).rejects.toThrow('left')
})

test('a worker that cannot start says so', async () => {
  client = createWorkerClient(new URL('./fixtures/missing.ts', import.meta.url), {})
  await expect(client.start()).rejects.toThrow(/worker stopped: .*missing/)
})

test('closing rejects what is pending and every later call', async () => {
  const { embed, close } = startClient()
  const call = embed(['wait'], false)
  const [outcome] = await Promise.allSettled([call, close()])
  expect(outcome).toMatchObject({
    status: 'rejected',
    reason: { message: 'The embedder is closed.' },
  })
  await expect(embed(['a'], false)).rejects.toThrow('closed')
})
