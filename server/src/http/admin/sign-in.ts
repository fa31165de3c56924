import type { Reader as ReaderResponse, SignInSettings } from '@footnote/contract/admin/sign-in'
import type { SignInBody } from '@footnote/contract/admin/sign-in'
import { signInRoutes as routes } from '@footnote/contract/admin/routes/sign-in-routes'
import type { FastifyPluginAsync } from 'fastify'
import type { Reader } from '../../access/readers/readers.ts'
import { listReaders, revokeReader } from '../../access/readers/readers.ts'
import { readSignIn, saveSignIn } from '../../access/readers/save-sign-in-settings.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import type { SignInDeps } from '../oauth/deps.ts'
import { getProviderCallback, getResource } from '../oauth/deps.ts'
import { requireFetchable } from '../hooks/require-fetchable.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'

const MAX_READERS = 1_000

export const signInRoutes =
  ({ operatorDb: db, signIn }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.putSignIn, async (request) => {
      const configured = requireSignIn(signIn)
      await requireFetchable(configured.whyRefused, 'oidc.issuer', request.body.oidc?.issuer)
      return asOperator(db, request, async (tx, tenant) => {
        const before = await readSignIn(tx)
        if (before) request.auditedBefore = before
        await saveSignIn(tx, configured.secrets, tenant, toChange(request.body))
        return toSettings(tx, configured, tenant)
      })
    })
    serve(app, routes.getSignIn, (request) =>
      asOperator(db, request, (tx, tenant) => toSettings(tx, requireSignIn(signIn), tenant)),
    )
    serve(app, routes.listReaders, async (request) => {
      const readers = await asOperator(db, request, (tx) => listReaders(tx, MAX_READERS))
      return { readers: readers.map(toReader) }
    })
    serve(app, routes.revokeReader, async (request) => {
      await asOperator(db, request, async (tx) => {
        if (!(await revokeReader(tx, request.params.readerId))) throw new Refusal('NOT_FOUND')
      })
    })
  }

/** Without these settings readers cannot sign in, so there is nothing to configure. */
function requireSignIn(signIn: SignInDeps | null): SignInDeps {
  if (signIn) return signIn
  const details = [{ path: '', message: 'needs PUBLIC_URL and SECRETS_KEY on this server' }]
  throw new Refusal('BAD_REQUEST', { details })
}

const toChange = ({ oidc, ...body }: SignInBody) => ({
  allowedEmailDomains: body.allowed_email_domains,
  allowedGroupIds: body.allowed_group_ids,
  oidc: oidc && {
    issuer: oidc.issuer,
    clientId: oidc.client_id,
    clientSecret: oidc.client_secret,
    groupsClaim: oidc.groups_claim,
  },
})

async function toSettings(
  tx: TenantTransaction,
  signIn: SignInDeps,
  { knowledgeBaseId }: Tenant,
): Promise<SignInSettings> {
  const stored = await readSignIn(tx)
  const { oidc_issuer: issuer = null, oidc_client_id: client_id = null } = stored ?? {}
  return {
    allowed_email_domains: stored?.allowed_email_domains ?? [],
    allowed_group_ids: stored?.allowed_group_ids ?? [],
    oidc:
      issuer === null || client_id === null
        ? null
        : {
            issuer,
            client_id,
            has_client_secret: stored?.oidc_client_secret !== null,
            redirect_uri: getProviderCallback(signIn, knowledgeBaseId),
            groups_claim: stored?.groups_claim ?? null,
          },
    mcp_url: getResource(signIn, knowledgeBaseId),
  }
}

const toReader = (reader: Reader): ReaderResponse => ({
  id: reader.id,
  identity: reader.identity,
  email: reader.email,
  created_at: reader.created_at.toISOString(),
  signed_in_at: reader.signed_in_at.toISOString(),
  revoked_at: reader.revoked_at?.toISOString() ?? null,
})
