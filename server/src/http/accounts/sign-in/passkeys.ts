import { passkeyRoutes as routes } from '@footnote/contract/accounts/passkey-routes'
import type { FastifyPluginAsync } from 'fastify'
import { passkeySite } from '../../../access/operators/passkeys/passkey-site.ts'
import { useSso } from '../../../access/operators/sso/sso-settings.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { countAttempt } from '../count-attempt.ts'
import { readFrom, getSession, setCookies } from '../identify-operator.ts'
import { recordFailedSignIn, recordInstallationEvent } from '../installation-events.ts'
import { rememberDevice } from '../known-device.ts'
import { mustUseSso } from '../must-use-sso.ts'
import { toPersonResponse } from '../person-response.ts'

/** Passkeys: how people add and remove them, and sign in with them. */
export const passkeyRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { accounts, operatorDb: db, publicUrl } = deps

    serve(app, routes.beginPasskeySignIn, async (request, reply) => {
      requireSite(publicUrl)
      await countAttempt(deps, request, `passkey ${request.ip}`)
      const { options, cookies } = await (await accounts()).beginPasskeySignIn(readFrom(request))
      setCookies(reply, cookies)
      return options
    })
    serve(app, routes.signInByPasskey, async (request, reply) => {
      const { response } = request.body
      await countAttempt(deps, request, `passkey ${response.id}`)
      const people = await accounts()
      const done = await people.signInByPasskey(response, readFrom(request))
      if (!done) {
        await recordFailedSignIn(db, request, 'passkey')
        throw new Refusal('UNAUTHORIZED', { message: 'This passkey does not sign in here.' })
      }
      const { person, sessionToken, cookies } = done
      if (!person.ownsInstallation && (await mustUseSso(deps, request, person.email))) {
        await people.endSession(sessionToken)
        await recordFailedSignIn(db, request, 'passkey', person.email)
        throw useSso()
      }
      await recordInstallationEvent(db, request, person, person.id)
      setCookies(reply, cookies)
      rememberDevice(deps, reply, person.email)
      return toPersonResponse(person)
    })
    serve(app, routes.listPasskeys, async (request) => ({
      passkeys: await (await accounts()).listPasskeys(readFrom(request)),
    }))
    serve(app, routes.beginPasskey, async (request, reply) => {
      requireSite(publicUrl)
      const { person } = getSession(request)
      await countAttempt(deps, request, person.email, person.email)
      const people = await accounts()
      const begun = await people.beginPasskey(person, request.body.password, readFrom(request))
      await recordInstallationEvent(db, request, person, person.id)
      setCookies(reply, begun.cookies)
      return begun.options
    })
    serve(app, routes.createPasskey, async (request) => {
      const { person } = getSession(request)
      const { name, response } = request.body
      const created = await (await accounts()).createPasskey(name, response, readFrom(request))
      await recordInstallationEvent(db, request, person, created.id)
      return created
    })
    serve(app, routes.renamePasskey, async (request) => {
      const { person } = getSession(request)
      const { passkeyId } = request.params
      const people = await accounts()
      const renamed = await people.renamePasskey(passkeyId, request.body.name, readFrom(request))
      if (!renamed) throw new Refusal('NOT_FOUND')
      await recordInstallationEvent(db, request, person, passkeyId)
      return renamed
    })
    serve(app, routes.deletePasskey, async (request) => {
      const { person } = getSession(request)
      const { passkeyId } = request.params
      if (!(await (await accounts()).deletePasskey(passkeyId, readFrom(request)))) {
        throw new Refusal('NOT_FOUND')
      }
      await recordInstallationEvent(db, request, person, passkeyId)
    })
  }

function requireSite(publicUrl: string | null): void {
  if (passkeySite(publicUrl)) return
  const details = [{ path: '', message: 'needs PUBLIC_URL with a host name, over https' }]
  throw new Refusal('BAD_REQUEST', { details })
}
