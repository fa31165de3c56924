import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import { KnowledgeBaseParams } from '@footnote/contract/params'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Room } from '../room.ts'
import { openSession } from '../websocket/session.ts'
import { createSockets } from '../websocket/sockets.ts'

/** Its key comes in the first message, so the hooks that read headers are not for this route. */
export const websocketRoutes =
  (deps: Deps, room: Room, maxMessageBytes: number): FastifyPluginAsync =>
  async (app) => {
    const sockets = createSockets(deps, deps.metrics)
    await app.register(websocket, {
      options: {
        maxPayload: maxMessageBytes,
        // It costs some 300 kB a connection, and answers are short.
        perMessageDeflate: false,
        clientTracking: false,
      },
      // Not waited for: the server closes its port first, and then waits for its connections.
      preClose(done) {
        sockets.drain()
        done()
      },
      errorHandler: (_error, socket) => socket.terminate(),
    })
    app.route({
      method: 'GET',
      url: '/knowledge-bases/:knowledgeBaseId/ws',
      async handler() {
        throw new Refusal('NOT_FOUND')
      },
      wsHandler(socket, request) {
        const { ip: address, headers, raw } = request
        const { knowledgeBaseId } = KnowledgeBaseParams.parse(request.params)
        const visitor = { address, origin: headers.origin, knowledgeBaseId, connection: raw.socket }
        openSession(socket, visitor, { ...deps, room, sockets })
      },
    })
  }

const PATH = /^\/api\/v1\/public\/knowledge-bases\/[^/]+\/ws(\?|$)/

/** Any other request that offers to upgrade, to HTTP/2 say, is served as if it had not. */
export const isSocketRequest = ({ url = '', headers, method }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && PATH.test(url)
