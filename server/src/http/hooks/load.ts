import type { FastifyInstance, FastifyReply } from 'fastify'
import underPressure from '@fastify/under-pressure'
import type { Metrics } from '../../platform/metrics.ts'
import { enforceLimit } from './rate-limit.ts'

export type LoadLimits = { maxOpenRequests: number; maxEventLoopDelayMs: number }

/** Counts open requests and turns new ones away, cheaply, while the process has more than it can do. */
export async function addLoadShedding(
  app: FastifyInstance,
  limits: LoadLimits,
  metrics: Metrics,
): Promise<void> {
  let open = 0
  const refuse = (reply: FastifyReply) =>
    enforceLimit(reply, {
      allowed: false,
      limit: limits.maxOpenRequests,
      remaining: 0,
      resetSeconds: 1,
    })
  app.addHook('onRequest', async (_request, reply) => {
    open += 1
    metrics.openRequests.set(open)
    // `close` comes once for every response, finished or cut.
    reply.raw.once('close', () => {
      open -= 1
      metrics.openRequests.set(open)
    })
    if (open > limits.maxOpenRequests) refuse(reply)
  })
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    pressureHandler: (_request, reply) => refuse(reply),
  })
}
