import { AdminKnowledgeBaseParams, AdminReaderParams } from '@footnote/contract/admin/params'
import type { Reader as ReaderResponse, SignInSettings } from '@footnote/contract/admin/sign-in'
import { SignInBody } from '@footnote/contract/admin/sign-in'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Reader } from '../../access/sign-in/readers.ts'
import { listReaders, revokeReader } from '../../access/sign-in/readers.ts'
import { readSignIn, saveSignIn } from '../../access/sign-in/save-settings.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import type { SignInDeps } from '../oauth/deps.ts'
import { issuerOf, resourceOf } from '../oauth/deps.ts'
import { OPERATOR } from './actor.ts'

const allow = { allow: 'operator' } as const
const MOST_READERS = 1_000

export const signInRoutes =
  ({ operatorDb: db, signIn }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const url = '/knowledge-bases/:knowledgeBaseId/sign-in'
    app.put(
      url,
      { schema: { params: AdminKnowledgeBaseParams, body: SignInBody }, config: allow },
      async ({ params, body }) => {
        const tenant = await findKnowledgeBase(db, params.knowledgeBaseId)
        const { secrets } = requireSignIn(signIn)
        return withTenant(db, tenant, async (tx) => {
          await saveSignIn(tx, secrets, tenant, toChange(body))
          await audit(tx, tenant, 'sign_in.change', tenant.knowledgeBaseId)
          return settingsOf(tx, requireSignIn(signIn), tenant)
        })
      },
    )
    app.get(
      url,
      { schema: { params: AdminKnowledgeBaseParams }, config: allow },
      async ({ params }) => {
        const tenant = await findKnowledgeBase(db, params.knowledgeBaseId)
        return withTenant(db, tenant, (tx) => settingsOf(tx, requireSignIn(signIn), tenant))
      },
    )
    app.get(
      '/knowledge-bases/:knowledgeBaseId/readers',
      { schema: { params: AdminKnowledgeBaseParams }, config: allow },
      async ({ params }) => {
        const tenant = await findKnowledgeBase(db, params.knowledgeBaseId)
        const readers = await withTenant(db, tenant, (tx) => listReaders(tx, MOST_READERS))
        return { readers: readers.map(toReader) }
      },
    )
    app.delete(
      '/knowledge-bases/:knowledgeBaseId/readers/:readerId',
      { schema: { params: AdminReaderParams }, config: allow },
      async ({ params: { knowledgeBaseId, readerId } }, reply) => {
        const tenant = await findKnowledgeBase(db, knowledgeBaseId)
        await withTenant(db, tenant, async (tx) => {
          if (!(await revokeReader(tx, readerId))) throw new Refusal('NOT_FOUND')
          await audit(tx, tenant, 'reader.revoke', readerId)
        })
        return reply.status(204).send()
      },
    )
  }

/** A deployment that cannot sign readers in has no such settings. */
function requireSignIn(signIn: SignInDeps | null): SignInDeps {
  if (signIn) return signIn
  const details = [{ path: '', message: 'needs PUBLIC_URL and SECRETS_KEY on this server' }]
  throw new Refusal('BAD_REQUEST', { details })
}

const audit = (tx: TenantTransaction, { workspaceId }: Tenant, action: string, subjectId: string) =>
  recordAudit(tx, { workspaceId, actor: OPERATOR, action, subjectId })

const toChange = ({ oidc, ...body }: SignInBody) => ({
  allowedEmailDomains: body.allowed_email_domains,
  allowedGroupIds: body.allowed_group_ids,
  oidc: oidc && {
    issuer: oidc.issuer,
    clientId: oidc.client_id,
    clientSecret: oidc.client_secret,
  },
})

async function settingsOf(
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
            redirect_uri: `${issuerOf(signIn, knowledgeBaseId)}/provider-callback`,
          },
    mcp_url: resourceOf(signIn, knowledgeBaseId),
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
