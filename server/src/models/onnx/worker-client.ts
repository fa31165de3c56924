import { Worker } from 'node:worker_threads'
import './no-telemetry.ts'
import type { FromWorker, ModelJob, ToWorker } from './worker-protocol.ts'

export type WorkerClient = {
  /** Resolves once the worker has loaded its model. */
  readonly start: () => Promise<void>
  /** The model's numbers for each text, end to end. */
  readonly run: (job: Omit<ModelJob, 'id'>, signal?: AbortSignal) => Promise<Float32Array>
  readonly close: () => Promise<void>
}

type PendingCall = {
  readonly resolve: (numbers: Float32Array) => void
  readonly reject: (error: unknown) => void
}

type Running = {
  readonly worker: Worker
  readonly ready: PromiseWithResolvers<void>
  readonly pending: Map<number, PendingCall>
}

/** Talks to one worker thread, and starts another at the next call if it has died. */
export function createWorkerClient(workerFile: string, workerData: unknown): WorkerClient {
  let running: Running | undefined
  let closed = false
  let lastId = 0

  function current(): Running {
    if (closed) throw new Error('The model is closed.')
    running ??= startWorker(workerFile, workerData, (stopped) => {
      if (running === stopped) running = undefined
    })
    return running
  }

  return {
    start: async () => current().ready.promise,

    async run(job, signal) {
      signal?.throwIfAborted()
      const { worker, pending } = current()
      const id = (lastId += 1)
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
      const onAbort = () => {
        pending.delete(id)
        post(worker, { type: 'cancel', id })
        reject(signal?.reason)
      }
      pending.set(id, { resolve, reject })
      signal?.addEventListener('abort', onAbort, { once: true })
      post(worker, { type: 'run', job: { ...job, id } })
      try {
        return await promise
      } finally {
        signal?.removeEventListener('abort', onAbort)
      }
    },

    async close() {
      closed = true
      if (!running) return
      const { worker, pending, ready } = running
      running = undefined
      fail({ pending, ready }, new Error('The model is closed.'))
      await stop(worker)
    },
  }
}

function startWorker(
  workerFile: string,
  workerData: unknown,
  onStopped: (stopped: Running) => void,
): Running {
  const worker = new Worker(workerFile, { workerData })
  const started: Running = { worker, ready: Promise.withResolvers<void>(), pending: new Map() }
  // Callers that do not await `start` get the failure from the call that needed the worker.
  started.ready.promise.catch(() => {})
  const stopped = (reason: string, cause?: unknown) => {
    onStopped(started)
    fail(started, new Error(`The model's worker stopped: ${reason}`, { cause }))
  }
  worker.on('message', (message: FromWorker) => receive(started, message))
  worker.on('error', (error) =>
    stopped(error instanceof Error ? error.message : String(error), error),
  )
  worker.on('exit', (code) => stopped(`exit code ${code}`))
  return started
}

function receive({ ready, pending }: Running, message: FromWorker): void {
  if (message.type === 'ready') return ready.resolve()
  const call = pending.get(message.id)
  pending.delete(message.id)
  if (message.type === 'done') call?.resolve(message.numbers)
  else call?.reject(new Error(`The model failed: ${message.message}`))
}

function fail({ ready, pending }: Pick<Running, 'ready' | 'pending'>, error: Error): void {
  ready.reject(error)
  for (const { reject } of pending.values()) reject(error)
  pending.clear()
}

/**
 * Asks the thread to end after its current batch. `worker.terminate()` in the middle of an
 * inference makes onnxruntime 1.30 abort the whole process.
 */
async function stop(worker: Worker): Promise<void> {
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  post(worker, { type: 'close' })
  await exited
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message, [])
}
