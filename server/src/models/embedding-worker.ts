import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerSettings } from './embedding-protocol.ts'
import { createSchedule } from './embedding-schedule.ts'
import { loadOnnxModel } from './onnx-model.ts'
import { loadTokenise } from './text-tokens.ts'

/** Entry of the worker thread: `session.run` blocks its thread, so the server's own stays free. */
async function serve({ folder, threads }: WorkerSettings): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('embedding-worker.ts runs as a worker thread only.')
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer)

  const tokenise = await loadTokenise(folder.path, folder.maxTokens)
  const embedTokens = await loadOnnxModel(folder, threads)
  const schedule = createSchedule({
    tokenise,
    embedTokens,
    dimensions: folder.dimensions,
    batchTokens: folder.batchTokens,
    onDone: (id, vectors) => send({ type: 'done', id, vectors }, [vectors.buffer]),
    onFailed: (id, error) =>
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
  })
  port.on('message', (message: ToWorker) => {
    if (message.type === 'embed') schedule.add(message.job)
    else if (message.type === 'cancel') schedule.cancel(message.id)
    else {
      schedule.cancelAll()
      port.close()
    }
  })
  send({ type: 'ready' })
}

const settings: WorkerSettings = workerData
await serve(settings)
