import type { FastifyInstance } from 'fastify'
import underPressure from '@fastify/under-pressure'
import type { Metrics } from '../../platform/metrics.ts'
import { Refusal } from '../../platform/refusal.ts'

export type LoadLimits = { maxOpenRequests: number; maxEventLoopDelayMs: number }

/** Counts open requests and turns new ones away, cheaply, while the process has more than it can do. */
export async function addLoadShedding(
  app: FastifyInstance,
  limits: LoadLimits,
  metrics: Metrics,
): Promise<void> {
  let open = 0
  app.addHook('onRequest', async (_request, reply) => {
    open += 1
    metrics.openRequests.set(open)
    // `close` comes once for every response, finished or cut.
    reply.raw.once('close', () => {
      open -= 1
      metrics.openRequests.set(open)
    })
    if (open > limits.maxOpenRequests) throw overloaded()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    pressureHandler: () => {
      throw overloaded()
    },
  })
}

const overloaded = () => new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 })
