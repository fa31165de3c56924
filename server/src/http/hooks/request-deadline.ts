import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'

/** A request without a reply by then gets 503. Open streams have limits of their own. */
export const REQUEST_DEADLINE_MS = 30_000

/** For an operator's work on all documents of a source, or on a whole archive. */
export const LONG_DEADLINE_MS = 10 * 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Instead of `REQUEST_DEADLINE_MS`. */
    deadlineMs?: number
  }
  interface FastifyRequest {
    deadline: { pause(): void; resume(): void }
  }
}

/**
 * Replies for a handler that does not, for example while its database hangs. The handler's work is not
 * stopped, since a commit cannot be undone. The time that a body takes to arrive does not count; it has
 * a deadline of its own. Fastify's `handlerTimeout` would count it.
 */
export function addRequestDeadline(app: FastifyInstance, deadlineMs = REQUEST_DEADLINE_MS): void {
  app.decorateRequest('deadline')
  app.addHook('onRequest', async (request, reply) => {
    const answer = () => {
      if (reply.sent || reply.raw.headersSent) return
      reply.send(new Refusal('UNAVAILABLE', { retryAfterSeconds: 1 }))
    }
    request.deadline = startClock(request.routeOptions.config.deadlineMs ?? deadlineMs, answer)
    reply.raw.once('close', () => request.deadline.pause())
  })
  app.addHook('preParsing', async (request) => request.deadline.pause())
  app.addHook('preValidation', async (request) => request.deadline.resume())
}

function startClock(totalMs: number, ring: () => void): { pause(): void; resume(): void } {
  let leftMs = totalMs
  let startedMs = performance.now()
  let timer: NodeJS.Timeout | undefined = setTimeout(ring, leftMs)
  return {
    pause() {
      clearTimeout(timer)
      timer = undefined
      leftMs -= performance.now() - startedMs
    },
    resume() {
      startedMs = performance.now()
      timer = setTimeout(ring, Math.max(0, leftMs))
    },
  }
}
