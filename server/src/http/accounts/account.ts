import { accountRoutes as routes } from '@footnote/contract/accounts/account-routes'
import type { FastifyPluginAsync } from 'fastify'
import { ownsInstallation, findPerson } from '../../access/operators/operator.ts'
import { listOwnWorkspaces } from '../../access/operators/roles.ts'
import { useSso } from '../../access/operators/sso/sso-settings.ts'
import { takeSetupToken } from '../../access/operators/setup-links.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { countAttempt } from './count-attempt.ts'
import { readFrom, getSession, setCookies } from './identify-operator.ts'
import { recordFailedSignIn, recordInstallationEvent, recordSignIn } from './installation-events.ts'
import { rememberDevice } from './known-device.ts'
import { mustUseSso, refuseWithoutSso } from './must-use-sso.ts'
import { toPersonResponse, toSignInResponse } from './person-response.ts'

const WRONG = 'The email address or the password is wrong.'
const ENDED = 'This link is not valid any more.'

/** Setting up, signing in and out, and what belongs to whoever signed in. */
export const accountRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { accounts, operatorDb: db, peppers } = deps

    serve(app, routes.setUp, async (request, reply) => {
      const { token, email, name, password } = request.body
      await countAttempt(deps, request, email)
      if (!(await takeSetupToken(db, peppers, token))) {
        throw new Refusal('UNAUTHORIZED', { message: ENDED })
      }
      const person = await (
        await accounts()
      ).createPerson({ email, name, password, ownsInstallation: true, isEmailProved: true })
      await recordInstallationEvent(db, request, person, person.id)
      const signedIn = await (await accounts()).signIn({ email, password }, readFrom(request))
      setCookies(reply, signedIn?.cookies ?? [])
      rememberDevice(deps, reply, person.email)
      return toPersonResponse(person)
    })
    serve(app, routes.signIn, async (request, reply) => {
      await countAttempt(deps, request, request.body.email, request.body.email)
      const ownersOnly = await mustUseSso(deps, request, request.body.email)
      const people = await accounts()
      const signedIn = await people.signIn(request.body, readFrom(request), { ownersOnly })
      if (!signedIn) {
        await recordFailedSignIn(db, request, 'password', request.body.email)
        // The same for a wrong password, a right one and nobody: it tells nothing about accounts.
        throw ownersOnly ? useSso() : new Refusal('UNAUTHORIZED', { message: WRONG })
      }
      await recordSignIn(db, request, signedIn)
      setCookies(reply, signedIn.cookies)
      if (signedIn.person) rememberDevice(deps, reply, signedIn.person.email)
      return toSignInResponse(signedIn)
    })
    serve(app, routes.signOut, async (request, reply) => {
      const { person, sessionId } = getSession(request)
      setCookies(reply, await (await accounts()).signOut(readFrom(request)))
      await recordInstallationEvent(db, request, person, sessionId)
    })
    serve(app, routes.acceptInvitation, async (request, reply) => {
      const { person, cookies } = await acceptInvitation(deps, request)
      setCookies(reply, cookies)
      rememberDevice(deps, reply, person.email)
      return toPersonResponse(person)
    })
    serve(app, routes.getMe, async ({ operator: { identity } }) => {
      const person = findPerson(identity)
      return {
        person: person && toPersonResponse(person),
        via: identity.via,
        workspaces: await listOwnWorkspaces(db, identity),
        may_create_workspaces: ownsInstallation(identity),
      }
    })
    serve(app, routes.changePassword, async (request, reply) => {
      const { person } = getSession(request)
      const { current_password: currentPassword, new_password: newPassword } = request.body
      if (!person.ownsInstallation) await refuseWithoutSso(deps, request, person.email)
      await countAttempt(deps, request, person.email, person.email)
      const passwords = { currentPassword, newPassword }
      const cookies = await (await accounts()).changePassword(passwords, readFrom(request))
      if (!cookies) throw new Refusal('FORBIDDEN', { message: 'The current password is wrong.' })
      await recordInstallationEvent(db, request, person, person.id)
      setCookies(reply, cookies)
    })
    serve(app, routes.listSessions, async (request) => {
      const session = getSession(request)
      const sessions = await (await accounts()).listSessions(session)
      return {
        sessions: sessions
          .map((each) => ({
            id: each.id,
            is_current: each.id === session.sessionId,
            address: each.ipAddress || null,
            user_agent: each.userAgent || null,
            created_at: each.createdAt.toISOString(),
            expires_at: each.expiresAt.toISOString(),
          }))
          .sort((a, b) => b.created_at.localeCompare(a.created_at)),
      }
    })
    serve(app, routes.revokeSession, async (request) => {
      const session = getSession(request)
      const { sessionId } = request.params
      if (!(await (await accounts()).revokeSession(session, sessionId)))
        throw new Refusal('NOT_FOUND')
      await recordInstallationEvent(db, request, session.person, sessionId)
    })
  }
