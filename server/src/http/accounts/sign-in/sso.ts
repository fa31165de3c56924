import { ssoSignInRoutes as routes } from '@footnote/contract/accounts/sso-routes'
import type { FastifyPluginAsync } from 'fastify'
import { randomState } from 'openid-client'
import { cookieName } from '../../../access/operators/cookie-name.ts'
import { beginSsoAttempt, SSO_ATTEMPT_SECONDS } from '../../../access/operators/sso/sso-attempts.ts'
import { findSso } from '../../../access/operators/sso/sso-settings.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { requestAuthorization } from '../../oauth/openid-client.ts'
import { serve } from '../../serve.ts'
import { countAttempt } from '../count-attempt.ts'
import { setCookies } from '../identify-operator.ts'
import { buildCallbackUrl } from '../sso-settings.ts'
import { discoverSso } from './discover-sso.ts'

/** What a browser keeps while it is at the provider. */
export const SSO_COOKIE = 'sso'

export const ssoRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, peppers, signIn, publicUrl } = deps

    serve(app, routes.beginSsoSignIn, async (request, reply) => {
      const { email } = request.body
      await countAttempt(deps, request, `sso ${email}`, email)
      const sso = signIn && (await findSso(db, email))
      if (!sso) {
        throw new Refusal('NOT_FOUND', { message: 'There is no single sign-on for this address.' })
      }
      const provider = await discoverSso(signIn, sso).catch((cause: unknown) => {
        throw new Refusal('UNAVAILABLE', { cause, retryAfterSeconds: 10 })
      })
      const state = randomState()
      const { url, pending } = await requestAuthorization(provider, {
        redirectUri: buildCallbackUrl(signIn),
        scope: 'openid email profile',
        state,
      })
      const { workspace_id: workspaceId, issuer, client_id } = sso
      const browser = await beginSsoAttempt(
        { db, peppers, secrets: signIn.secrets },
        { workspaceId, state, remembered: { ...pending, issuer, client_id } },
      )
      setCookies(reply, [ssoCookie(publicUrl, browser, SSO_ATTEMPT_SECONDS)])
      return { url }
    })
  }

/** As the session's: closed to scripts, and sent when the provider leads the browser back. */
export const ssoCookie = (publicUrl: string | null, value: string, seconds: number): string => {
  const secure = publicUrl?.startsWith('https://') ? '; Secure' : ''
  const name = cookieName(publicUrl, SSO_COOKIE)
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
