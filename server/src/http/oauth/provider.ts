import { fillPath, OAUTH_PATHS } from '@footnote/contract/paths'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { errors, interactionPolicy, Provider } from 'oidc-provider'
import { findActiveReader } from '../../access/readers/readers.ts'
import type { ServerKeys } from '../../access/readers/server-keys.ts'
import {
  makeServerKeys,
  openServerKeys,
  sealServerKeys,
  usableKeys,
} from '../../access/readers/server-keys.ts'
import type { SignIn } from '../../access/readers/sign-in-settings.ts'
import { storeServerKeys } from '../../access/readers/sign-in-settings.ts'
import { errorFields } from '../../platform/log.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { createAdapter } from './adapter.ts'
import type { SignInDeps } from './deps.ts'
import { getIssuer, getResource, SCOPE } from './deps.ts'
import { errorPage } from './pages.ts'

const HOUR = 3600
/** How long a stolen access token works. A refresh token works once. */
const ACCESS_TOKEN_SECONDS = 600
const SECONDS = {
  AccessToken: ACCESS_TOKEN_SECONDS,
  AuthorizationCode: 60,
  Grant: 30 * 24 * HOUR,
  IdToken: ACCESS_TOKEN_SECONDS,
  Interaction: HOUR,
  RefreshToken: 30 * 24 * HOUR,
  Session: 8 * HOUR,
} as const

/** The authorization server of one knowledge base. Its tokens are valid for that MCP server only. */
export async function createProvider(deps: SignInDeps, signIn: SignIn): Promise<Provider> {
  const keys = usableKeys(await readServerKeys(deps, signIn), Date.now())
  const issuer = getIssuer(deps, signIn.knowledgeBaseId)
  const path = new URL(issuer).pathname
  const provider = new Provider(issuer, {
    ...policy(deps, signIn),
    adapter: createAdapter(deps, signIn),
    // The first one signs; the others verify what was signed before a rotation.
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    cookies: {
      keys: keys.map(({ cookieKey }) => cookieKey),
      names: { session: '_footnote_session', interaction: '_footnote_interaction' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    interactions: {
      url: (_context, { uid }) =>
        fillPath(OAUTH_PATHS.interaction, { knowledgeBaseId: signIn.knowledgeBaseId, uid }),
      policy: promptsWithoutGrant(),
    },
    async findAccount(_context, id) {
      const active = await withTenant(deps.db, signIn, (tx) => findActiveReader(tx, id))
      return active ? { accountId: id, claims: () => ({ sub: id }) } : undefined
    },
    renderError(context, out) {
      context.type = 'html'
      context.body = errorPage(out.error, out.error_description)
    },
  })
  // The route puts the public address into each request, whatever the client sent.
  provider.proxy = true
  provider.silent = true
  provider.on('server_error', (_context, error) => {
    deps.log.error(errorFields(error), 'the authorization server failed')
  })
  return provider
}

/** The keys of one knowledge base: made on first use, stored sealed. */
async function readServerKeys({ db, secrets }: SignInDeps, signIn: SignIn): Promise<ServerKeys> {
  const stored =
    signIn.sealedKeys ??
    (await withTenant(db, signIn, async (tx) => {
      const made = sealServerKeys(secrets, await makeServerKeys(), signIn.knowledgeBaseId)
      return storeServerKeys(tx, made)
    }))
  if (!stored) throw new Error('The sign-in settings are gone')
  return openServerKeys(secrets, stored, signIn.knowledgeBaseId)
}

const policy = (deps: SignInDeps, signIn: SignIn): Configuration => ({
  // The last is the MCP server's. A tool may register only for these.
  scopes: ['openid', 'offline_access', SCOPE],
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  // Tools are public clients, so there is no secret to store.
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
    // Clients are never read or changed later, so they get no token for that.
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    revocation: { enabled: true },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    resourceIndicators: resourceIndicators(getResource(deps, signIn.knowledgeBaseId)),
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

/** Readers are always asked for consent, even if the tool names no scope. */
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
