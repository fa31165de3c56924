import type { FastifyInstance, FastifyReply } from 'fastify'
import underPressure from '@fastify/under-pressure'
import type { Metrics } from '../../platform/metrics.ts'
import { enforceLimit } from './rate-limit.ts'

export type LoadLimits = { maxOpenRequests: number; maxEventLoopDelayMs: number }

/** Shared by all that readers can reach: they take from one process. */
export type OpenRequests = { count: number }

/** Counts open requests and turns new ones away, cheaply, while the process has more than it can do. */
export async function addLoadShedding(
  app: FastifyInstance,
  limits: LoadLimits,
  metrics: Metrics,
  open: OpenRequests,
): Promise<void> {
  const refuse = (reply: FastifyReply) =>
    enforceLimit(reply, {
      allowed: false,
      limit: limits.maxOpenRequests,
      remaining: 0,
      resetSeconds: 1,
    })
  app.addHook('onRequest', async (_request, reply) => {
    open.count += 1
    metrics.openRequests.set(open.count)
    // `close` comes once for every response, finished or cut.
    reply.raw.once('close', () => {
      open.count -= 1
      metrics.openRequests.set(open.count)
    })
    if (open.count > limits.maxOpenRequests) refuse(reply)
  })
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    pressureHandler: (_request, reply) => refuse(reply),
  })
}
