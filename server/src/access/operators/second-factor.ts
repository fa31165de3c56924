import { getCurrentAdapter, runWithTransaction } from '@better-auth/core/context'
import { APIError } from 'better-auth/api'
import { Refusal } from '../../platform/refusal.ts'
import type { From } from './auth-request.ts'
import { buildHeaders, toPerson } from './auth-request.ts'
import type { Auth } from './auth.ts'
import { onlyCookies } from './cookie-name.ts'
import type { Person } from './operator.ts'
import type { SecondSteps } from './second-steps.ts'

const TOTP_CODE = /^\d{6}$/
/** The library accepts a code for three periods of 30 s. */
const CODE_LIFETIME_MS = 3 * 30_000
const LOCKED_SECONDS = 900

const AGAIN = 'This sign-in has ended. Please sign in again.'
const WRONG = 'The code is wrong.'

/** What an error of the library means to a caller. A wrong code is 401 while nobody is signed in yet. */
const REFUSALS: Record<string, () => Refusal> = {
  INVALID_PASSWORD: () => new Refusal('FORBIDDEN', { message: 'The password is wrong.' }),
  TOTP_ALREADY_ENABLED: () => new Refusal('CONFLICT', { message: 'It is on already.' }),
  TOTP_NOT_ENABLED: () =>
    new Refusal('CONFLICT', { message: 'Start setting up the second factor first.' }),
  TWO_FACTOR_NOT_ENABLED: () => new Refusal('CONFLICT', { message: 'It is off.' }),
  INVALID_TWO_FACTOR_COOKIE: () => new Refusal('UNAUTHORIZED', { message: AGAIN }),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new Refusal('UNAUTHORIZED', { message: AGAIN }),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Refusal('RATE_LIMITED', { retryAfterSeconds: LOCKED_SECONDS }),
}

/** null: the code is wrong. */
async function refuseOthers<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    const code = String(error.body?.code)
    if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return null
    throw REFUSALS[code]?.() ?? error
  }
}

/** `secondStep`: the name of the cookie between the two steps of a sign-in. */
export function secondFactorCalls(auth: Auth, secondStep: string, steps: SecondSteps) {
  const readRecoveryCodes = async (personId: string): Promise<string[]> =>
    (await auth.api.viewBackupCodes({ body: { userId: personId } })).backupCodes

  const findFactor = async (personId: string) => {
    const { adapter } = await auth.$context
    const where = [{ field: 'userId', value: personId }]
    return adapter.findOne<{ verified: boolean }>({ model: 'twoFactor', where })
  }

  /** RFC 6238: a code that somebody looked at over a shoulder is of no use. */
  const isFirstUse = async (personId: string, code: string): Promise<boolean> => {
    const { internalAdapter } = await auth.$context
    return internalAdapter.reserveVerificationValue({
      identifier: `used-code-${personId}-${code}`,
      value: personId,
      expiresAt: new Date(Date.now() + CODE_LIFETIME_MS),
    })
  }

  return {
    async getSecondFactor(personId: string) {
      const isOn = (await findFactor(personId))?.verified === true
      const codes = isOn ? await readRecoveryCodes(personId) : []
      return { isOn, recoveryCodesLeft: codes.length }
    },

    /** `uri` has the secret too. Refuses a wrong password, and who has a second factor already. */
    async beginSecondFactor(password: string | undefined, from: From) {
      const begun = await refuseOthers(
        auth.api.enableTwoFactor({
          body: { ...(password === undefined ? {} : { password }), method: 'totp' },
          headers: buildHeaders(from),
        }),
      )
      if (begun?.method !== 'totp') throw new Error('The started second factor has no secret')
      const secret = new URL(begun.totpURI).searchParams.get('secret') ?? ''
      return { uri: begun.totpURI, secret }
    },

    /** Turns it on. The session is replaced. Refuses a wrong code. */
    async confirmSecondFactor(person: Person, code: string, from: From) {
      if ((await findFactor(person.id))?.verified === true) {
        throw new Refusal('CONFLICT', { message: 'It is on already.' })
      }
      const confirmed = await refuseOthers(
        auth.api.verifyTOTP({ body: { code }, headers: buildHeaders(from), returnHeaders: true }),
      )
      if (!confirmed) throw new Refusal('FORBIDDEN', { message: WRONG })
      const recoveryCodes = await readRecoveryCodes(person.id)
      return { recoveryCodes, cookies: confirmed.headers.getSetCookie() }
    },

    async replaceRecoveryCodes(password: string | undefined, from: From): Promise<string[]> {
      const replaced = await refuseOthers(
        auth.api.generateBackupCodes({
          body: password === undefined ? {} : { password },
          headers: buildHeaders(from),
        }),
      )
      return replaced?.backupCodes ?? []
    },

    /** The session is replaced. */
    async turnOffSecondFactor(password: string | undefined, from: From): Promise<string[]> {
      const turnedOff = await refuseOthers(
        auth.api.disableTwoFactor({
          body: password === undefined ? {} : { password },
          headers: buildHeaders(from),
          returnHeaders: true,
        }),
      )
      return turnedOff?.headers.getSetCookie() ?? []
    },

    /** For somebody who lost it: turns it off and ends their sessions. Does nothing where it is off. */
    async resetSecondFactor(personId: string): Promise<void> {
      const { adapter, internalAdapter } = await auth.$context
      if (!(await findFactor(personId))) return
      await runWithTransaction(adapter, async () => {
        const where = [{ field: 'userId', value: personId }]
        await (await getCurrentAdapter(adapter)).deleteMany({ model: 'twoFactor', where })
        await internalAdapter.updateUser(personId, { twoFactorEnabled: false })
        await internalAdapter.deleteUserSessions(personId)
      })
    },

    /** Whose sign-in waits for a code; null: that of the cookie has ended. */
    async findWaiting({ cookie }: From): Promise<Person | null> {
      const user = await steps.findUser(cookie)
      return user && toPerson(user)
    },

    /** null: the code is wrong, or was used. Refuses when the attempt has ended, or there were too many. */
    async finishSignIn(code: string, from: From) {
      const { internalAdapter } = await auth.$context
      const request = {
        body: { code },
        // Without a session that came: only the attempt counts.
        headers: buildHeaders({ ...from, cookie: onlyCookies(from.cookie, [secondStep]) }),
        returnHeaders: true,
      } as const
      const onlyWorkspaceId = await steps.findBinding(from.cookie)
      const isTotp = TOTP_CODE.test(code)
      const done = await refuseOthers(
        isTotp ? auth.api.verifyTOTP(request) : auth.api.verifyBackupCode(request),
      )
      if (!done) return null
      const { token, user } = done.response
      if (isTotp && !(await isFirstUse(user.id, code))) {
        await internalAdapter.deleteSession(token ?? '')
        return null
      }
      if (onlyWorkspaceId !== null) {
        await internalAdapter.updateSession(token ?? '', { ssoWorkspaceId: onlyWorkspaceId })
      }
      return { person: toPerson(user), cookies: done.headers.getSetCookie() }
    },
  }
}
