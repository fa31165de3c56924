import { createMcpHandler } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorFields } from '../../platform/log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { whenReaderLeaves } from '../aborted.ts'
import type { Deps } from '../deps.ts'
import type { createErrorHandler } from '../error-handler.ts'
import { addCallerHook } from '../hooks/caller.ts'
import { addLoadShedding } from '../hooks/load.ts'
import type { Room } from '../room.ts'
import type { SignInServer } from '../oauth/providers.ts'
import { requireMcpHost } from './allowed-host.ts'
import { challengeFor, resolveMcpCaller } from './caller.ts'
import { createMcpServer } from './create-mcp-server.ts'

type ErrorHandler = ReturnType<typeof createErrorHandler>

/** MCP over Streamable HTTP. The key names the knowledge base; a path that names one must agree. */
export const mcpRoutes =
  (deps: Deps, sign: SignInServer | null, room: Room, handleError: ErrorHandler) =>
  async (app: FastifyInstance) => {
    app.setErrorHandler(async (error: Parameters<ErrorHandler>[0], request, reply) => {
      if (error instanceof Refusal && error.code === 'UNAUTHORIZED') {
        reply.header('www-authenticate', await challengeFor(sign, request))
      }
      handleError(error, request, reply)
      return reply
    })
    app.addHook('onRequest', async ({ host, headers }) => {
      requireMcpHost(deps.publicUrl, host, headers.origin)
    })
    addLoadShedding(app, room)
    addCallerHook(app, deps, (request) => ({
      isPair: request.headers['x-client-id'] !== undefined,
      resolve: () => resolveMcpCaller(deps, sign, request),
    }))
    app.addHook('onRequest', async ({ caller }) => {
      if (!caller.mcpEnabled) throw new Refusal('FORBIDDEN')
    })
    for (const url of ['/mcp', '/mcp/:knowledgeBaseId']) {
      app.route({
        // The SDK answers those that a server without sessions does not have.
        method: ['GET', 'POST', 'DELETE'],
        url,
        handler: (request, reply) => serve(deps, request, reply),
      })
    }
  }

/** A handler and a server for each request: nothing of one request is there for the next. */
async function serve(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // One question a request, so that limits count what they limit. MCP has no batches since 2025-06-18.
  if (Array.isArray(request.body)) throw new Refusal('BAD_REQUEST')
  const signal = AbortSignal.any([whenReaderLeaves(reply), deps.stopSignal])
  const handler = createMcpHandler(() => createMcpServer(deps, request, signal), {
    // Nothing is announced, so there is nothing to listen for.
    maxSubscriptions: 0,
    onerror: (error) => request.log.debug(errorFields(error), 'an MCP request had trouble'),
  })
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.setHeader('cache-control', 'no-store')
  raw.setHeader('x-accel-buffering', 'no')
  if (!deps.isReady()) raw.shouldKeepAlive = false
  const { method, url } = request
  await toNodeHandler(handler)(Object.assign(request.raw, { method, url }), raw, request.body)
}
