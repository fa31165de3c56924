import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import { rawRoutes } from '@footnote/contract/raw-routes'
import type { FastifyPluginAsync } from 'fastify'
import { getNetwork } from '../../platform/network/network.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { LoadLimiter } from '../load/load-limiter.ts'
import { toRegExp } from '../known-methods.ts'
import { fastifyUrl } from '../serve.ts'
import { openSession } from '../websocket/session.ts'
import { createSockets } from '../websocket/sockets.ts'

const ROUTE = rawRoutes.websocket

/** The key comes in the first message, so the hooks that read headers do not apply. */
export const websocketRoutes =
  (deps: Deps, loadLimiter: LoadLimiter, maxMessageBytes: number): FastifyPluginAsync =>
  async (app) => {
    const sockets = createSockets(deps, deps.metrics)
    await app.register(websocket, {
      options: {
        maxPayload: maxMessageBytes,
        // It takes about 300 kB per connection, and answers are short.
        perMessageDeflate: false,
        clientTracking: false,
        // Pings count as messages, so the session answers them.
        autoPong: false,
      },
      // Does not wait: the server first stops listening, then waits for its connections.
      preClose(done) {
        sockets.drain()
        done()
      },
      errorHandler: (_error, socket) => socket.terminate(),
    })
    app.route({
      method: 'GET',
      url: fastifyUrl(ROUTE.path, app.prefix),
      async handler() {
        throw new Refusal('NOT_FOUND')
      },
      wsHandler(socket, request) {
        const { ip, headers, raw } = request
        const { knowledgeBaseId } = ROUTE.params.parse(request.params)
        const visitor = {
          address: ip,
          network: getNetwork(ip),
          origin: headers.origin,
          knowledgeBaseId,
          connection: raw.socket,
        }
        openSession(socket, visitor, { ...deps, loadLimiter, sockets })
      },
    })
  }

const PATH = toRegExp(fastifyUrl(ROUTE.path))

/** Any other request to upgrade, to HTTP/2 for example, is served as if it had not asked. */
export const isSocketRequest = ({ url = '', headers, method }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  PATH.test(url.split('?', 1)[0] ?? '')
