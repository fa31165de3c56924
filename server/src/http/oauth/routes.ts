import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { addLoadShedding } from '../hooks/load.ts'
import { addAddressLimit, enforceLimit } from '../hooks/rate-limit.ts'
import type { Room } from '../room.ts'
import { isMcpHost } from '../mcp/allowed-host.ts'
import type { SignInDeps } from './deps.ts'
import { issuerOf, resourceOf } from './deps.ts'
import { handOver } from './hand-over.ts'
import { interactionRoutes } from './interactions.ts'
import { SCOPE } from './provider.ts'
import type { Providers } from './providers.ts'

type Params = { knowledgeBaseId: string }

/** What an authorization server for the MCP server of a knowledge base serves. */
export const oauthRoutes =
  (deps: Deps, signInDeps: SignInDeps, providers: Providers, room: Room) =>
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ host }) => {
      if (!isMcpHost(deps.publicUrl, host)) throw new Refusal('FORBIDDEN')
    })
    addLoadShedding(app, room)
    addAddressLimit(app, deps.addressLimiter)
    app.get<{ Params: Params }>(
      '/.well-known/oauth-protected-resource/mcp/:knowledgeBaseId',
      async ({ params: { knowledgeBaseId } }) => {
        const { signIn } = await providers.of(knowledgeBaseId)
        return {
          resource: resourceOf(signInDeps, knowledgeBaseId),
          resource_name: signIn.knowledgeBaseName,
          authorization_servers: [issuerOf(signInDeps, knowledgeBaseId)],
          scopes_supported: [SCOPE],
          bearer_methods_supported: ['header'],
        }
      },
    )
    await app.register(interactionRoutes(signInDeps, providers))
    await app.register(serverRoutes(signInDeps, providers))
  }

/** Where RFC 8414 and where OpenID Connect would have it, of an issuer with a path. */
const METADATA = [
  '/.well-known/oauth-authorization-server/oauth/:knowledgeBaseId',
  '/.well-known/openid-configuration/oauth/:knowledgeBaseId',
]

const serverRoutes = (deps: SignInDeps, providers: Providers) => async (app: FastifyInstance) => {
  // The authorization server reads its requests itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const url of METADATA) {
    app.get<{ Params: Params }>(url, async (request, reply) => {
      const { knowledgeBaseId } = request.params
      const { provider } = await providers.of(knowledgeBaseId)
      const path = '/.well-known/openid-configuration'
      await handOver(deps, provider, request, reply, { knowledgeBaseId, path })
    })
  }
  app.route<{ Params: Params & { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/oauth/:knowledgeBaseId/*',
    async handler(request, reply) {
      const { knowledgeBaseId, '*': endpoint } = request.params
      if (endpoint === 'reg') {
        enforceLimit(reply, await deps.attemptLimiter.consume(`registration ${request.ip}`))
      }
      const { provider } = await providers.of(knowledgeBaseId)
      const { pathname, search } = new URL(request.url, deps.publicUrl)
      const path = pathname.slice(`/oauth/${knowledgeBaseId}`.length) + search
      await handOver(deps, provider, request, reply, { knowledgeBaseId, path })
    },
  })
}
