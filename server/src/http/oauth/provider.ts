import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { errors, interactionPolicy, Provider } from 'oidc-provider'
import { isActiveReader } from '../../access/sign-in/readers.ts'
import type { SignIn } from '../../access/sign-in/settings.ts'
import { errorFields } from '../../platform/log.ts'
import { withTenant } from '../../platform/tenant.ts'
import { createAdapter } from './adapter.ts'
import type { SignInDeps } from './deps.ts'
import { issuerOf, resourceOf } from './deps.ts'
import { errorPage } from './pages.ts'
import { serverKeysOf } from './server-keys.ts'

export const SCOPE = 'mcp:read'

const HOUR = 3600
/** A stolen access token is of use for this long; a refresh token is of use once. */
export const ACCESS_TOKEN_SECONDS = 600
const SECONDS = {
  AccessToken: ACCESS_TOKEN_SECONDS,
  AuthorizationCode: 60,
  Grant: 30 * 24 * HOUR,
  IdToken: ACCESS_TOKEN_SECONDS,
  Interaction: HOUR,
  RefreshToken: 30 * 24 * HOUR,
  Session: 8 * HOUR,
} as const

/** The authorization server of one knowledge base. Its tokens open that one's MCP server alone. */
export async function createProvider(deps: SignInDeps, signIn: SignIn): Promise<Provider> {
  const { jwk, cookieKey } = await serverKeysOf(deps, signIn)
  const issuer = issuerOf(deps, signIn.knowledgeBaseId)
  const path = new URL(issuer).pathname
  const provider = new Provider(issuer, {
    ...policy(deps, signIn),
    adapter: createAdapter(deps, signIn),
    jwks: { keys: [jwk] },
    cookies: {
      keys: [cookieKey],
      names: { session: '_footnote_session', interaction: '_footnote_interaction' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    interactions: {
      url: (_context, { uid }) => `${path}/interaction/${uid}`,
      policy: promptsWithoutGrant(),
    },
    async findAccount(_context, id) {
      const active = await withTenant(deps.db, signIn, (tx) => isActiveReader(tx, id))
      return active ? { accountId: id, claims: () => ({ sub: id }) } : undefined
    },
    renderError(context, out) {
      context.type = 'html'
      context.body = errorPage(out.error, out.error_description)
    },
  })
  // The route hands over requests with the public address in them, whatever the client sent.
  provider.proxy = true
  provider.silent = true
  provider.on('server_error', (_context, error) => {
    deps.log.error(errorFields(error), 'the authorization server failed')
  })
  return provider
}

const policy = (deps: SignInDeps, signIn: SignIn): Configuration => ({
  // The last is the MCP server's; a tool may only register for what is listed here.
  scopes: ['openid', 'offline_access', SCOPE],
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  // Tools are public clients: there is no secret of theirs to store.
  clientDefaults: {
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
  ttl: SECONDS,
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true, initialAccessToken: false },
    revocation: { enabled: true },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    resourceIndicators: resourceIndicators(resourceOf(deps, signIn.knowledgeBaseId)),
  },
})

type Indicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

const resourceIndicators = (resource: string): Indicators => ({
  enabled: true,
  defaultResource: () => resource,
  useGrantedResource: () => true,
  getResourceServerInfo(_context, indicator) {
    if (indicator !== resource) throw new errors.InvalidTarget()
    return {
      scope: SCOPE,
      audience: resource,
      accessTokenFormat: 'opaque',
      accessTokenTTL: ACCESS_TOKEN_SECONDS,
    }
  },
})

/** A reader is always asked, also by a tool that names no scope. */
function promptsWithoutGrant() {
  const { base, Check } = interactionPolicy
  const prompts = base()
  const hasNoGrant = (context: KoaContextWithOIDC): boolean =>
    context.oidc.entities.Grant === undefined
  prompts
    .get('consent')
    ?.checks.add(new Check('no_grant', 'the reader has to agree', 'consent_required', hasNoGrant))
  return prompts
}
