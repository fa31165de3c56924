import type { FastifyReply } from 'fastify'

/** Aborts when the reader leaves before the response is finished, or when `stop` does. */
export function whenReaderLeaves({ raw }: FastifyReply, stop?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(stop?.reason)
  stop?.addEventListener('abort', abort, { once: true })
  if (stop?.aborted) abort()
  raw.once('close', () => {
    stop?.removeEventListener('abort', abort)
    if (!raw.writableFinished) controller.abort()
  })
  // Gone before anybody listened: while a hook was waiting.
  if (raw.destroyed) controller.abort()
  return controller.signal
}
