import type { FastifyReply } from 'fastify'

/** Aborts when the reader leaves before the response is finished. */
export function whenReaderLeaves(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
