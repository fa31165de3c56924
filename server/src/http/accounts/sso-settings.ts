import type { SsoSettings } from '@footnote/contract/accounts/sso'
import { ssoRoutes as routes } from '@footnote/contract/accounts/sso-routes'
import { SIGN_IN_PATHS } from '@footnote/contract/paths'
import type { FastifyPluginAsync } from 'fastify'
import { ownsInstallation } from '../../access/operators/operator.ts'
import type { Sso } from '../../access/operators/sso/sso-settings.ts'
import { deleteSso, readSso, saveSso } from '../../access/operators/sso/sso-settings.ts'
import { Refusal } from '../../platform/refusal.ts'
import { asOperator } from '../admin/as-operator.ts'
import type { Deps } from '../deps.ts'
import type { SignInDeps } from '../oauth/deps.ts'
import { requireFetchable } from '../hooks/require-fetchable.ts'
import { serve } from '../serve.ts'
import { discoverSso } from './sign-in/discover-sso.ts'

/** Single sign-on of a workspace. */
export const ssoSettingsRoutes =
  ({ operatorDb: db, signIn }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.getSso, async (request) => {
      const configured = requireSso(signIn)
      const sso = await asOperator(db, request, readSso)
      return { sso: sso && toSettings(configured, sso), redirect_uri: buildCallbackUrl(configured) }
    })
    serve(app, routes.putSso, async (request) => {
      const configured = requireSso(signIn)
      await requireFetchable(configured.whyRefused, 'issuer', request.body.issuer)
      return asOperator(db, request, async (tx, { workspaceId }) => {
        const before = await readSso(tx)
        const { body, operator } = request
        if (
          describeIdentitySource(body) !== describeIdentitySource(before) &&
          !ownsInstallation(operator.identity)
        ) {
          throw new Refusal('FORBIDDEN', {
            message:
              'Only somebody who owns the installation changes the issuer, the client or the domains.',
          })
        }
        if (before) request.auditedBefore = before
        await saveSso(tx, configured.secrets, workspaceId, { before, body })
        const saved = await readSso(tx)
        if (!saved) throw new Refusal('NOT_FOUND')
        return toSettings(configured, saved)
      })
    })
    serve(app, routes.deleteSso, async (request) => {
      await asOperator(db, request, async (tx, { workspaceId }) => {
        const before = await readSso(tx)
        if (before) request.auditedBefore = before
        await deleteSso(tx, workspaceId)
      })
    })
    serve(app, routes.testSso, async (request) => {
      const configured = requireSso(signIn)
      const sso = await asOperator(db, request, readSso)
      if (!sso) return { ok: false, error: 'Single sign-on is not configured.' }
      const refused = await configured.whyRefused(sso.issuer)
      if (refused !== null) return { ok: false, error: refused }
      try {
        await discoverSso(configured, sso)
        return { ok: true, error: null }
      } catch {
        return { ok: false, error: 'The provider does not describe itself as this issuer.' }
      }
    })
  }

/** Who says who has which address. */
const describeIdentitySource = (
  sso: Pick<Sso, 'issuer' | 'client_id' | 'domains'> | null,
): string => JSON.stringify(sso && [sso.issuer, sso.client_id, [...new Set(sso.domains)].sort()])

/** Needs an address to come back to, and a key that seals the secret. */
export function requireSso(signIn: SignInDeps | null): SignInDeps {
  if (signIn) return signIn
  const details = [{ path: '', message: 'needs PUBLIC_URL and SECRETS_KEY on this server' }]
  throw new Refusal('BAD_REQUEST', { details })
}

export const buildCallbackUrl = ({ publicUrl }: Pick<SignInDeps, 'publicUrl'>): string =>
  publicUrl + SIGN_IN_PATHS.callback

const toSettings = (signIn: SignInDeps, sso: Sso): SsoSettings => ({
  issuer: sso.issuer,
  client_id: sso.client_id,
  has_client_secret: sso.client_secret !== null,
  domains: sso.domains,
  enforced: sso.enforced,
  default_role: sso.default_role,
  redirect_uri: buildCallbackUrl(signIn),
})
