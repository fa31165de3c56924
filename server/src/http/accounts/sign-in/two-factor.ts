import { accountRoutes } from '@footnote/contract/accounts/account-routes'
import { twoFactorRoutes as routes } from '@footnote/contract/accounts/two-factor-routes'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { countAttempt } from '../count-attempt.ts'
import { readFrom, getSession, setCookies } from '../identify-operator.ts'
import { recordFailedSignIn, recordInstallationEvent } from '../installation-events.ts'
import { rememberDevice } from '../known-device.ts'
import { toPersonResponse } from '../person-response.ts'

/** A code from an authenticator: how people turn it on and off, and sign in with it. */
export const twoFactorRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { accounts, operatorDb: db } = deps

    serve(app, accountRoutes.confirmSignIn, async (request, reply) => {
      const people = await accounts()
      const from = readFrom(request)
      const waiting = await people.findWaiting(from)
      await countAttempt(deps, request, `code ${waiting?.email ?? ''}`, waiting?.email)
      const done = await people.finishSignIn(request.body.code, from)
      if (!done) {
        await recordFailedSignIn(db, request, 'code', waiting?.email)
        throw new Refusal('UNAUTHORIZED', { message: 'The code is wrong.' })
      }
      await recordInstallationEvent(db, request, done.person, done.person.id)
      setCookies(reply, done.cookies)
      rememberDevice(deps, reply, done.person.email)
      return toPersonResponse(done.person)
    })
    serve(app, routes.getTwoFactor, async (request) => {
      const { isOn, recoveryCodesLeft } = await (
        await accounts()
      ).getSecondFactor(getSession(request).person.id)
      return { is_on: isOn, recovery_codes_left: recoveryCodesLeft }
    })
    serve(app, routes.beginTwoFactor, async (request) => {
      const { person } = getSession(request)
      await countAttempt(deps, request, person.email, person.email)
      const begun = await (
        await accounts()
      ).beginSecondFactor(request.body.password, readFrom(request))
      await recordInstallationEvent(db, request, person, person.id)
      return begun
    })
    serve(app, routes.confirmTwoFactor, async (request, reply) => {
      const { person } = getSession(request)
      await countAttempt(deps, request, `code ${person.email}`, person.email)
      const { recoveryCodes, cookies } = await (
        await accounts()
      ).confirmSecondFactor(person, request.body.code, readFrom(request))
      await recordInstallationEvent(db, request, person, person.id)
      setCookies(reply, cookies)
      return { recovery_codes: recoveryCodes }
    })
    serve(app, routes.replaceRecoveryCodes, async (request) => {
      const { person } = getSession(request)
      await countAttempt(deps, request, person.email, person.email)
      const recovery_codes = await (
        await accounts()
      ).replaceRecoveryCodes(request.body.password, readFrom(request))
      await recordInstallationEvent(db, request, person, person.id)
      return { recovery_codes }
    })
    serve(app, routes.turnOffTwoFactor, async (request, reply) => {
      const { person } = getSession(request)
      await countAttempt(deps, request, person.email, person.email)
      const cookies = await (
        await accounts()
      ).turnOffSecondFactor(request.body.password, readFrom(request))
      await recordInstallationEvent(db, request, person, person.id)
      setCookies(reply, cookies)
    })
  }
