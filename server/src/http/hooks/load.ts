import type { FastifyInstance } from 'fastify'
import type { Room } from '../room.ts'
import { enforceLimit } from './rate-limit.ts'

/** Counts open requests and turns new ones away, cheaply, while the process has more than it can do. */
export function addLoadShedding(app: FastifyInstance, room: Room): void {
  app.addHook('onRequest', async (_request, reply) => {
    const { decision, leave } = room.enter()
    // `close` comes once for every response, finished or cut.
    reply.raw.once('close', leave)
    if (!decision.allowed) enforceLimit(reply, decision)
    if (room.isLagging()) enforceLimit(reply, room.lagging)
  })
  // From here on, for what starting took is not load: it would have the first readers refused.
  app.addHook('onListen', async () => room.watchLag())
  app.addHook('onClose', async () => room.close())
}
