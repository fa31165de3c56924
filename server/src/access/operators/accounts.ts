import { runWithTransaction } from '@better-auth/core/context'
import { APIError, isAPIError } from 'better-auth/api'
import { refuseTaken } from '../../platform/database/database-errors.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { From, SignInOutcome } from './auth-request.ts'
import { buildHeaders, getOutcome, toPerson } from './auth-request.ts'
import type { AccountSettings } from './auth.ts'
import { createAuth, SECOND_STEP } from './auth.ts'
import { cookieName } from './cookie-name.ts'
import type { Person } from './operator.ts'
import { ownerCalls } from './owner-calls.ts'
import { passkeyCalls } from './passkeys/passkey-calls.ts'
import { PASSKEY_STEP } from './passkeys/passkey-plugin.ts'
import { createSsoSignIn } from './sso-sign-in.ts'
import { secondFactorCalls } from './second-factor.ts'
import { secondSteps } from './second-steps.ts'

export type NewPerson = {
  email: string
  name: string
  password: string
  ownsInstallation: boolean
  /** Whether it is known that they read the mail of their address. */
  isEmailProved: boolean
}

/** `onlyWorkspaceId`: of a session by single sign-on, the workspace that it opens. */
export type SignedIn = { person: Person; sessionId: string; onlyWorkspaceId: string | null }
/** `cookies`: values of `Set-Cookie`. */
export type WithCookies<Value> = { value: Value; cookies: string[] }

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(settings: AccountSettings) {
  const auth = createAuth(settings)

  const find = async (from: From): Promise<WithCookies<SignedIn | null>> => {
    const found = auth.api.getSession({ headers: buildHeaders(from), returnHeaders: true })
    const { response, headers } = await found.catch((cause: unknown) => {
      // better-auth hides database errors behind its own.
      throw new Refusal('UNAVAILABLE', { cause, retryAfterSeconds: 1 })
    })
    const value = response && {
      person: toPerson(response.user),
      sessionId: response.session.id,
      onlyWorkspaceId: response.session.ssoWorkspaceId ?? null,
    }
    return { value, cookies: headers.getSetCookie() }
  }

  const secondStep = cookieName(settings.publicUrl, SECOND_STEP)
  const steps = secondSteps(auth, secondStep)

  const isOwner = async (email: string): Promise<boolean> => {
    const { internalAdapter } = await auth.$context
    const found = await internalAdapter.findUserByEmail(email.toLowerCase())
    return found !== null && toPerson(found.user).ownsInstallation
  }

  /** A session by single sign-on sees those of the same workspace alone. */
  const listSessions = async ({ person, onlyWorkspaceId }: SignedIn) => {
    const { internalAdapter } = await auth.$context
    const sessions = await internalAdapter.listSessions(person.id, { onlyActiveSessions: true })
    if (onlyWorkspaceId === null) return sessions
    return sessions.filter(
      (each) => 'ssoWorkspaceId' in each && each.ssoWorkspaceId === onlyWorkspaceId,
    )
  }

  return {
    findSession: find,
    ...secondFactorCalls(auth, secondStep, steps),
    ...ownerCalls(auth),
    ...createSsoSignIn(auth, secondStep, steps),
    ...passkeyCalls(auth, cookieName(settings.publicUrl, PASSKEY_STEP)),

    /** null: no such person, or a wrong password. Both take the time of one hash. */
    async signIn(
      { email, password }: { email: string; password: string },
      from: From,
      { ownersOnly = false }: { ownersOnly?: boolean } = {},
    ): Promise<SignInOutcome | null> {
      try {
        const { response, headers } = await auth.api.signInEmail({
          body: { email, password },
          // The cookie of the request is ignored: a sign-in always begins a new session.
          headers: buildHeaders({ ...from, cookie: undefined }),
          returnHeaders: true,
        })
        if (ownersOnly && !(await isOwner(email))) {
          const { internalAdapter } = await auth.$context
          if (response.token) await internalAdapter.deleteSession(response.token)
          return null
        }
        return getOutcome(secondStep, response, headers.getSetCookie())
      } catch (error) {
        if (error instanceof APIError && error.status === 'UNAUTHORIZED') return null
        throw error
      }
    },

    /** Sends nothing where there is no such person, and does not say so. */
    async requestLink(email: string, from: From): Promise<void> {
      await auth.api.signInMagicLink({
        body: { email: email.toLowerCase() },
        headers: buildHeaders({ ...from, cookie: undefined }),
      })
    },

    /** null: the token is unknown, was used or is too old. */
    async signInByLink(token: string, from: From): Promise<SignInOutcome | null> {
      try {
        const { response, headers } = await auth.api.magicLinkVerify({
          query: { token },
          headers: buildHeaders({ ...from, cookie: undefined }),
          returnHeaders: true,
        })
        return getOutcome(secondStep, response, headers.getSetCookie())
      } catch (error) {
        // The library would send the browser to a page with the reason.
        if (isAPIError(error) && error.status === 'FOUND') return null
        throw error
      }
    },

    /** Sends nothing where there is no such person, and does not say so. */
    async requestPasswordReset(email: string, from: From): Promise<void> {
      await auth.api.requestPasswordReset({
        body: { email: email.toLowerCase() },
        headers: buildHeaders({ ...from, cookie: undefined }),
      })
    },

    /** Whom a link to set a new password was sent to; null: it is unknown, was used or is too old. */
    async findPasswordReset(token: string): Promise<Person | null> {
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      const user = found && (await internalAdapter.findUserById(found.value))
      return user && toPerson(user)
    },

    /** Ends their sessions, and the links and second steps under way. False: somebody was faster. */
    async resetPassword(personId: string, token: string, newPassword: string): Promise<boolean> {
      const { adapter, internalAdapter } = await auth.$context
      try {
        await auth.api.resetPassword({ body: { token, newPassword } })
      } catch (error) {
        if (error instanceof APIError && error.status === 'BAD_REQUEST') return false
        throw error
      }
      const where = [{ field: 'value', value: personId }]
      await adapter.deleteMany({ model: 'verification', where })
      // Only their mail had the link. Passkeys of before, when that was not known yet, go with it.
      await internalAdapter.updateUser(personId, { emailVerified: true })
      return true
    },

    async signOut(from: From): Promise<string[]> {
      const { headers } = await auth.api.signOut({
        headers: buildHeaders(from),
        returnHeaders: true,
      })
      return headers.getSetCookie()
    },

    /** Ends every session and begins a new one. null: the current password is wrong. */
    async changePassword(
      {
        currentPassword,
        newPassword,
      }: { currentPassword: string | undefined; newPassword: string },
      from: From,
    ): Promise<string[] | null> {
      try {
        if (currentPassword === undefined) {
          // Refused for somebody who has one.
          await auth.api.setPassword({ body: { newPassword }, headers: buildHeaders(from) })
          return []
        }
        const passwords = { currentPassword, newPassword }
        const { headers } = await auth.api.changePassword({
          body: { ...passwords, revokeOtherSessions: true },
          headers: buildHeaders(from),
          returnHeaders: true,
        })
        return headers.getSetCookie()
      } catch (error) {
        if (error instanceof APIError && error.status === 'BAD_REQUEST') return null
        throw error
      }
    },

    /** Refuses an address that is in use. */
    async createPerson(created: NewPerson): Promise<Person> {
      const { email, name, password, ownsInstallation, isEmailProved } = created
      const { adapter, internalAdapter, password: passwords } = await auth.$context
      const hash = await passwords.hash(password)
      try {
        return await runWithTransaction(adapter, async () => {
          const user = await internalAdapter.createUser(
            { email: email.toLowerCase(), name, ownsInstallation, emailVerified: isEmailProved },
            { method: 'admin' },
          )
          await internalAdapter.linkAccount({
            userId: user.id,
            providerId: 'credential',
            accountId: user.id,
            password: hash,
          })
          return { id: user.id, email: user.email, name: user.name, ownsInstallation }
        })
      } catch (error) {
        refuseTaken(error)
      }
    },

    listSessions,

    /** False when they have no such session, or may not see it. */
    async revokeSession(by: SignedIn, sessionId: string): Promise<boolean> {
      const { internalAdapter } = await auth.$context
      const found = (await listSessions(by)).find(({ id }) => id === sessionId)
      if (!found) return false
      await internalAdapter.deleteSession(found.token)
      return true
    },
  }
}
