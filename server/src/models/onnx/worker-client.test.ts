import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createWorkerClient, type WorkerClient } from './worker-client.ts'

const workerFile = join(import.meta.dirname, '../fixtures/echo-worker.ts')
let client: WorkerClient

const startClient = () => (client = createWorkerClient(workerFile, {}))
afterEach(async () => client.close())

const bulk = (...texts: string[]) => ({ texts, urgent: false })
const urgent = (...texts: string[]) => ({ texts, urgent: true })

test('each caller gets the numbers of its own texts', async () => {
  const { run } = startClient()
  const both = await Promise.all([run(bulk('a', 'bb')), run(urgent('ccc'))])
  expect(both).toEqual([Float32Array.of(1, 2), Float32Array.of(3)])
})

test.each([
  ['crash', /worker stopped: out of memory/],
  ['exit', /worker stopped: exit code 7/],
])(
  'a worker that dies by %s rejects its open calls, and the next call is served',
  async (text, told) => {
    const { run } = startClient()
    const owed = [run(bulk('wait')), run(bulk(text))]
    const settled = await Promise.allSettled(owed)
    for (const result of settled) {
      expect(result.status === 'rejected' && String(result.reason)).toMatch(told)
    }
    expect(await run(urgent('again'))).toEqual(Float32Array.of(5))
  },
)

test('a failed request says why and leaves the worker running', async () => {
  const { run } = startClient()
  await expect(run(bulk('fail'))).rejects.toThrow('The model failed: bad input')
  expect(await run(bulk('a'))).toEqual(Float32Array.of(1))
})

test('a queued call can be aborted', async () => {
  const { run } = startClient()
  const leave = new AbortController()
  const call = run(bulk('wait'), leave.signal)
  leave.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
  await expect(run(bulk('a'), leave.signal)).rejects.toThrow('left')
})

test('a worker that cannot start says so', async () => {
  client = createWorkerClient(join(import.meta.dirname, 'fixtures/missing.ts'), {})
  await expect(client.start()).rejects.toThrow(/worker stopped: .*missing/)
})

test('closing rejects what is pending and every later call', async () => {
  const { run, close } = startClient()
  const call = run(bulk('wait'))
  const [outcome] = await Promise.allSettled([call, close()])
  expect(outcome).toMatchObject({
    status: 'rejected',
    reason: { message: 'The model is closed.' },
  })
  await expect(run(bulk('a'))).rejects.toThrow('closed')
})
