import type { FastifyInstance } from 'fastify'
import underPressure from '@fastify/under-pressure'
import type { Room } from '../room.ts'
import { enforceLimit } from './rate-limit.ts'

/** Counts open requests and turns new ones away, cheaply, while the process has more than it can do. */
export async function addLoadShedding(
  app: FastifyInstance,
  room: Room,
  maxEventLoopDelayMs: number,
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    const { decision, leave } = room.enter()
    // `close` comes once for every response, finished or cut.
    reply.raw.once('close', leave)
    if (!decision.allowed) enforceLimit(reply, decision)
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: (_request, reply) => enforceLimit(reply, room.lagging),
  })
  room.watchLag(() => app.isUnderPressure())
}
