import type { FastifyReply } from 'fastify'

/** Aborts when the client disconnects before the response is finished, or when `stop` aborts. */
export function abortOnDisconnect(
  { raw }: Pick<FastifyReply, 'raw'>,
  stop?: AbortSignal,
): AbortController {
  const client = new AbortController()
  // It may already have disconnected while a hook was waiting.
  if (raw.destroyed) {
    client.abort()
    return client
  }
  const abort = () => client.abort(stop?.reason)
  stop?.addEventListener('abort', abort, { once: true })
  if (stop?.aborted) abort()
  raw.once('close', () => {
    stop?.removeEventListener('abort', abort)
    if (!raw.writableFinished) client.abort()
  })
  return client
}

export const disconnectSignal = (
  reply: Pick<FastifyReply, 'raw'>,
  stop?: AbortSignal,
): AbortSignal => abortOnDisconnect(reply, stop).signal
