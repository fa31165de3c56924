import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import { BODY_DEADLINE_MS, UNREAD_RESPONSE_MS } from '../load/connection-limits.ts'

/** Time for a client to notice the reply and stop sending. */
const LINGER_MS = 5_000

/**
 * Disconnects clients that take too long to send a body, however steadily the bytes drip in. An
 * operator's upload, whose token has already been checked, gets as long as a whole request.
 */
export function addBodyDeadline(app: FastifyInstance, deadlineMs = BODY_DEADLINE_MS): void {
  app.addHook('preParsing', async ({ raw, routeOptions }, reply) => {
    if (raw.complete || routeOptions.config.route?.role !== undefined) return
    const late = setTimeout(() => {
      // A kept connection would have to wait for the rest of the body.
      reply.raw.shouldKeepAlive = false
      // The code that reads the body replies; if none does, there is nothing to wait for.
      if (raw.listenerCount('error') === 0) raw.destroy()
      else raw.emit('error', new Refusal('REQUEST_TIMEOUT'))
    }, deadlineMs)
    const stop = () => clearTimeout(late)
    raw.once('end', stop)
    raw.once('close', stop)
  })
  app.addHook('onResponse', async ({ raw }) => closeUnlessComplete(raw))
}

/** For a reply sent before the request ended. If closed at once, the client might never see the reply. */
export function closeUnlessComplete(raw: IncomingMessage): void {
  if (raw.complete) return
  setTimeout(() => !raw.complete && raw.socket.destroy(), LINGER_MS).unref()
}

/**
 * Disconnects clients that stop reading their response, which would otherwise hold a slot and the
 * resources behind the response. Node's socket timeout counts a partly written chunk as progress, so
 * slow clients are still served. Streamed answers are hijacked and have a limit of their own.
 */
export function addResponseDeadline(app: FastifyInstance, unreadMs = UNREAD_RESPONSE_MS): void {
  app.addHook('onSend', async ({ raw }) => {
    // Node destroys a connection that times out, and restores its own limit after the response.
    raw.socket.setTimeout(unreadMs)
  })
}
