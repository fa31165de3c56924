import { emailLinkRoutes as routes } from '@footnote/contract/accounts/email-link-routes'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { passkeySite } from '../../../access/operators/passkeys/passkey-site.ts'
import { takeSignInMail } from '../../../access/operators/sign-in-mails.ts'
import { hasSso } from '../../../access/operators/sso/sso-settings.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { countAttempt } from '../count-attempt.ts'
import { readFrom, setCookies } from '../identify-operator.ts'
import {
  recordFailedSignIn,
  recordInstallationEvent,
  recordSignIn,
} from '../installation-events.ts'
import { knownDevice, rememberDevice } from '../known-device.ts'
import { refuseWithoutSso } from '../must-use-sso.ts'
import { toSignInResponse } from '../person-response.ts'

const ENDED = 'This link is not valid any more.'

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
    /** Refuses where the service cannot send, and beyond the limits; the same for every address. */
    const takeMail = async (request: FastifyRequest, email: string) => {
      if (!canSend) {
        const details = [{ path: '', message: 'needs SMTP_URL and PUBLIC_URL on this server' }]
        throw new Refusal('BAD_REQUEST', { details })
      }
      // Apart from attempts at the password: whoever guesses at it keeps nobody from their link.
      await countAttempt(deps, request, `link ${email}`, email)
      await refuseWithoutSso(deps, request, email)
      const counted = knownDevice(deps, request, email) === null ? email : `known ${email}`
      const wait = await takeSignInMail(db, keyMaking.pepper, counted, mailsPerAddressPerDay)
      if (wait !== null) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait })
    }
    serve(app, routes.sendSignInLink, async (request) => {
      const { email } = request.body
      await takeMail(request, email)
      await (await accounts()).requestLink(email, readFrom(request))
    })
    serve(app, routes.sendPasswordReset, async (request) => {
      const { email } = request.body
      await takeMail(request, email)
      await (await accounts()).requestPasswordReset(email, readFrom(request))
    })
    serve(app, routes.resetPassword, async (request, reply) => {
      const { token, new_password } = request.body
      await countAttempt(deps, request, token)
      const people = await accounts()
      const person = await people.findPasswordReset(token)
      if (!person) throw new Refusal('UNAUTHORIZED', { message: ENDED })
      if (!person.ownsInstallation) await refuseWithoutSso(deps, request, person.email)
      if (!(await people.resetPassword(person.id, token, new_password))) {
        throw new Refusal('UNAUTHORIZED', { message: ENDED })
      }
      await recordInstallationEvent(db, request, person, person.id)
      // Others may be guessing at the password that they sign in with next.
      rememberDevice(deps, reply, person.email)
    })
    serve(app, routes.signInByLink, async (request, reply) => {
      const { token } = request.body
      await countAttempt(deps, request, token)
      const signedIn = await (await accounts()).signInByLink(token, readFrom(request))
      if (!signedIn) {
        await recordFailedSignIn(db, request, 'link')
        throw new Refusal('UNAUTHORIZED', { message: ENDED })
      }
      await recordSignIn(db, request, signedIn)
      setCookies(reply, signedIn.cookies)
      if (signedIn.person) rememberDevice(deps, reply, signedIn.person.email)
      return toSignInResponse(signedIn)
    })
  }
