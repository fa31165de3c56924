import { emailLinkRoutes as routes } from '@footnote/contract/accounts/email-link-routes'
import type { FastifyPluginAsync } from 'fastify'
import { passkeySite } from '../../../access/operators/passkeys/passkey-plugin.ts'
import { takeSignInMail } from '../../../access/operators/sign-in-mails.ts'
import { hasSso, refuseWhereSsoIsEnforced } from '../../../access/operators/sso/sso-settings.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { countAttempt } from '../count-attempt.ts'
import { fromOf, setCookies } from '../identify-operator.ts'
import { recordFailedSignIn, recordSignIn } from '../installation-events.ts'
import { toSignInResponse } from '../person-response.ts'

const HOUR = 3600

/** Signing in by a link in the mail, where the service can send one. */
export const emailLinkRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { accounts, operatorDb: db, keyMaking, mailsPerAddressPerDay } = deps
    const canSend = deps.mail !== null && deps.publicUrl !== null

    serve(app, routes.getSignInMethods, async () => ({
      email_link: canSend,
      passkey: passkeySite(deps.publicUrl) !== null,
      sso: deps.signIn !== null && (await hasSso(db)),
    }))
    serve(app, routes.sendSignInLink, async (request) => {
      if (!canSend) {
        const details = [{ path: '', message: 'needs SMTP_URL and PUBLIC_URL on this server' }]
        throw new Refusal('BAD_REQUEST', { details })
      }
      const { email } = request.body
      await countAttempt(deps, request, email)
      await refuseWhereSsoIsEnforced(db, email)
      if (!(await takeSignInMail(db, keyMaking.pepper, email, mailsPerAddressPerDay))) {
        throw new Refusal('RATE_LIMITED', { retryAfterSeconds: HOUR })
      }
      await (await accounts()).requestLink(email, fromOf(request))
    })
    serve(app, routes.signInByLink, async (request, reply) => {
      const { token } = request.body
      await countAttempt(deps, request, token)
      const signedIn = await (await accounts()).signInByLink(token, fromOf(request))
      if (!signedIn) {
        await recordFailedSignIn(db, request, 'link')
        throw new Refusal('UNAUTHORIZED', { message: 'This link is not valid any more.' })
      }
      await recordSignIn(db, request, signedIn)
      setCookies(reply, signedIn.cookies)
      return toSignInResponse(signedIn)
    })
  }
