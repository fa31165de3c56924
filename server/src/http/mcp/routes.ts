import { MCP_PATHS } from '@footnote/contract/paths'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorFields } from '../../platform/log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import type { createErrorHandler } from '../errors/error-handler.ts'
import { addCallerHook } from '../hooks/caller.ts'
import { addLoadShedding, hasNoPair } from '../hooks/load-shedding.ts'
import type { LoadLimiter } from '../load/load-limiter.ts'
import type { SignInServer } from '../oauth/providers.ts'
import { fastifyUrl } from '../serve.ts'
import { requireMcpHost } from './allowed-host.ts'
import { challengeFor, resolveMcpCaller } from './caller.ts'
import { createMcpServer } from './create-mcp-server.ts'

type ErrorHandler = ReturnType<typeof createErrorHandler>

/** MCP over Streamable HTTP. The key names the knowledge base; a path that names one must agree. */
export const mcpRoutes =
  (deps: Deps, sign: SignInServer | null, loadLimiter: LoadLimiter, handleError: ErrorHandler) =>
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
    addLoadShedding(app, loadLimiter, hasNoPair)
    addCallerHook(app, deps, (request) => ({
      isPair: request.headers['x-client-id'] !== undefined,
      resolve: () => resolveMcpCaller(deps, sign, request),
    }))
    app.addHook('onRequest', async ({ caller }) => {
      if (!caller.mcpEnabled) throw new Refusal('FORBIDDEN')
    })
    for (const path of Object.values(MCP_PATHS)) {
      app.route({
        // The SDK itself rejects the methods that a server without sessions lacks.
        method: ['GET', 'POST', 'DELETE'],
        url: fastifyUrl(path),
        config: { waitsForModel: true },
        handler: (request, reply) => serveMcp(deps, request, reply),
      })
    }
  }

/** One handler and server per request, so that requests share no state. */
async function serveMcp(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // One question per request, so that the limits count questions. MCP dropped batches in 2025-06-18.
  if (Array.isArray(request.body)) throw new Refusal('BAD_REQUEST')
  const signal = AbortSignal.any([disconnectSignal(reply), deps.stopSignal])
  const handler = createMcpHandler(() => createMcpServer(deps, request, signal), {
    // The server announces nothing, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) => request.log.debug(errorFields(error), 'an MCP request failed'),
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
