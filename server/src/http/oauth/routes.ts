import { fillPath, OAUTH_ENDPOINTS, OAUTH_PATHS } from '@footnote/contract/paths'
import type { FastifyInstance } from 'fastify'
import { getNetwork } from '../../platform/network/network.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { addLoadShedding } from '../hooks/load-shedding.ts'
import { addAddressLimit, enforceLimit } from '../hooks/rate-limit.ts'
import type { LoadLimiter } from '../load/load-limiter.ts'
import { isMcpHost } from '../mcp/allowed-host.ts'
import { fastifyUrl } from '../serve.ts'
import type { SignInDeps } from './deps.ts'
import { getIssuer, getResource, SCOPE } from './deps.ts'
import { forwardToProvider } from './forward-request.ts'
import { interactionRoutes } from './interactions.ts'
import type { Providers } from './providers.ts'

type Params = { knowledgeBaseId: string }

/** The authorization server for the MCP server of a knowledge base. */
export const oauthRoutes =
  (deps: Deps, signInDeps: SignInDeps, providers: Providers, loadLimiter: LoadLimiter) =>
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ host }) => {
      if (!isMcpHost(deps.publicUrl, host)) throw new Refusal('FORBIDDEN')
    })
    addLoadShedding(app, loadLimiter)
    addAddressLimit(app, deps.addressLimiter)
    app.get<{ Params: Params }>(
      fastifyUrl(OAUTH_PATHS.resourceMetadata),
      async ({ params: { knowledgeBaseId } }) => {
        const { signIn } = await providers.of(knowledgeBaseId)
        return {
          resource: getResource(signInDeps, knowledgeBaseId),
          resource_name: signIn.knowledgeBaseName,
          authorization_servers: [getIssuer(signInDeps, knowledgeBaseId)],
          scopes_supported: [SCOPE],
          bearer_methods_supported: ['header'],
        }
      },
    )
    await app.register(interactionRoutes(signInDeps, providers))
    await app.register(serverRoutes(signInDeps, providers))
  }

const METADATA = [OAUTH_PATHS.serverMetadata, OAUTH_PATHS.openidMetadata]

/** A path as the authorization server knows it, which is mounted at its issuer. */
const belowIssuer = (path: string): string => path.slice(OAUTH_PATHS.issuer.length)

const serverRoutes = (deps: SignInDeps, providers: Providers) => async (app: FastifyInstance) => {
  // The authorization server reads its requests itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const metadata of METADATA) {
    app.get<{ Params: Params }>(fastifyUrl(metadata), async (request, reply) => {
      const { knowledgeBaseId } = request.params
      const { provider } = await providers.of(knowledgeBaseId)
      const path = belowIssuer(OAUTH_ENDPOINTS.openidMetadata.path)
      await forwardToProvider(deps, provider, request, reply, { knowledgeBaseId, path })
    })
  }
  for (const endpoint of Object.values(OAUTH_ENDPOINTS)) {
    app.route<{ Params: Params & { uid?: string } }>({
      method: endpoint.method,
      url: fastifyUrl(endpoint.path),
      async handler(request, reply) {
        const { knowledgeBaseId, uid = '' } = request.params
        if (endpoint === OAUTH_ENDPOINTS.registration) {
          const network = getNetwork(request.ip)
          enforceLimit(reply, await deps.attemptLimiter.consume(`registration ${network}`))
        }
        const { provider } = await providers.of(knowledgeBaseId)
        const { search } = new URL(request.url, deps.publicUrl)
        const path = fillPath(belowIssuer(endpoint.path), { uid }) + search
        await forwardToProvider(deps, provider, request, reply, { knowledgeBaseId, path })
      },
    })
  }
}
