import { parentPort } from 'node:worker_threads'
import { createSchedule, type TextModel } from '../embedding/batch-schedule.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

/** Serves a model from a worker thread: `session.run` blocks its thread, not the server's own. */
export function serveModel<Row extends { readonly length: number }>(model: TextModel<Row>): void {
  const port = parentPort
  if (!port) throw new Error('A model is served from a worker thread only.')
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer)

  const schedule = createSchedule({
    ...model,
    onDone: (id, numbers) => send({ type: 'done', id, numbers }, [numbers.buffer]),
    onFailed: (id, error) =>
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
  })
  port.on('message', (message: ToWorker) => {
    if (message.type === 'run') schedule.add(message.job)
    else if (message.type === 'cancel') schedule.cancel(message.id)
    else {
      schedule.cancelAll()
      port.close()
    }
  })
  send({ type: 'ready' })
}
