import { MCP_PATHS } from '@footnote/contract/paths'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { createErrorHandler } from '../errors/error-handler.ts'
import { addCallerHook } from '../hooks/caller.ts'
import { addLoadShedding, hasNoPair } from '../hooks/load-shedding.ts'
import type { LoadLimiter } from '../load/load-limiter.ts'
import type { SignInServer } from '../oauth/providers.ts'
import { fastifyUrl } from '../serve.ts'
import { requireMcpHost } from './allowed-host.ts'
import { challengeFor, resolveMcpCaller } from './caller.ts'

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
        async handler(request, reply) {
          // Its protocol takes 60 ms to load, and many installations serve no MCP.
          const { serveMcp } = await import('./serve-mcp.ts')
          return serveMcp(deps, request, reply)
        },
      })
    }
  }
