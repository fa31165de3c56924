import type { FastifyInstance } from 'fastify'

/** A connection that would idle on as keep-alive would hold up the shutdown. */
export function addConnectionEnd(app: FastifyInstance, isReady: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!isReady()) reply.header('connection', 'close')
  })
}
