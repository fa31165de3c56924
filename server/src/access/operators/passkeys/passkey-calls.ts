import type { Passkey } from '@better-auth/passkey'
import type { PasskeySignInBody } from '@footnote/contract/accounts/passkeys'
import { isAPIError } from 'better-auth/api'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { defined } from '../../../platform/defined.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { From } from '../auth-request.ts'
import { buildHeaders, toPerson } from '../auth-request.ts'
import type { Auth } from '../auth.ts'
import { onlyCookies } from '../cookie-name.ts'
import type { Person } from '../operator.ts'

/** For how long a browser asks for the device. */
const PATIENCE_MS = 60_000

const UNKNOWN = 'This passkey is not known here, or it took too long.'

/** `passkeyStep`: the name of the cookie between the two steps. */
export function passkeyCalls(auth: Auth, passkeyStep: string) {
  /** null: refused by the library, for whatever reason. */
  const unlessRefused = async <Value>(work: Promise<Value>): Promise<Value | null> => {
    try {
      return await work
    } catch (error) {
      if (isUniqueViolation(error)) throw new Refusal('CONFLICT')
      if (!isAPIError(error)) throw error
      // The library answers a forged registration as if it had failed itself.
      const isForged = error.body?.code === 'FAILED_TO_VERIFY_REGISTRATION'
      if (error.statusCode >= 500 && !isForged) throw error
      if (error.body?.code === 'SESSION_NOT_FRESH') {
        throw new Refusal('FORBIDDEN', { message: 'Please sign in again first.' })
      }
      return null
    }
  }

  /** Somebody who has a password gives it: a session alone may be somebody at their desk. */
  const requirePassword = async (personId: string, password: string | undefined, from: From) => {
    const { internalAdapter } = await auth.$context
    const accounts = await internalAdapter.findAccounts(personId)
    if (!accounts.some((account) => account.providerId === 'credential')) return
    const headers = buildHeaders(from)
    const body = { password: password ?? '' }
    if (!(await unlessRefused(auth.api.verifyPassword({ body, headers })))) {
      throw new Refusal('FORBIDDEN', { message: 'The password is wrong.' })
    }
  }

  return {
    async listPasskeys(from: From) {
      return (await auth.api.listPasskeys({ headers: buildHeaders(from) })).map(toPasskey)
    },

    async beginPasskey(person: Person, password: string | undefined, from: From) {
      await requirePassword(person.id, password, from)
      const begun = await unlessRefused(
        auth.api.generatePasskeyRegistrationOptions({
          headers: buildHeaders(from),
          returnHeaders: true,
        }),
      )
      if (!begun) throw new Refusal('FORBIDDEN')
      const { challenge, rp, user, pubKeyCredParams, ...rest } = begun.response
      const { timeout, excludeCredentials, authenticatorSelection, attestation, extensions } = rest
      // The library adds more with its versions, which the contract does not have.
      const asked = { timeout, excludeCredentials, authenticatorSelection, attestation, extensions }
      const options = { challenge, rp, user, pubKeyCredParams, ...defined(asked) }
      return { options, cookies: begun.headers.getSetCookie() }
    },

    async createPasskey(name: string, response: object, from: From) {
      const body = { name, response: { ...response, clientExtensionResults: {} } }
      const headers = buildHeaders(from)
      const created = await unlessRefused(auth.api.verifyPasskeyRegistration({ body, headers }))
      if (!created) throw new Refusal('FORBIDDEN', { message: UNKNOWN })
      return toPasskey(created)
    },

    /** null: they have no such passkey. */
    async renamePasskey(id: string, name: string, from: From) {
      const body = { id, name }
      const renamed = await unlessRefused(
        auth.api.updatePasskey({ body, headers: buildHeaders(from) }),
      )
      return renamed && toPasskey(renamed.passkey)
    },

    /** False: they have no such passkey. */
    async deletePasskey(id: string, from: From): Promise<boolean> {
      const body = { id }
      const deleted = await unlessRefused(
        auth.api.deletePasskey({ body, headers: buildHeaders(from) }),
      )
      return deleted !== null
    },

    /** For anybody: it names no passkey, so it tells nothing about accounts. */
    async beginPasskeySignIn(from: From) {
      const begun = await auth.api.generatePasskeyAuthenticationOptions({
        headers: buildHeaders({ ...from, cookie: undefined }),
        returnHeaders: true,
      })
      const { challenge, rpId = '', timeout = PATIENCE_MS } = begun.response
      // The library would leave it to the authenticator whether it asks.
      const options = { challenge, rpId, timeout, userVerification: 'required' as const }
      return { options, cookies: begun.headers.getSetCookie() }
    },

    /** Begins a session. null: no passkey of anybody, or not within its time. */
    async signInByPasskey(response: PasskeySignInBody['response'], from: From) {
      const done = await unlessRefused(
        auth.api.verifyPasskeyAuthentication({
          body: { response: { ...response, clientExtensionResults: {} } },
          headers: buildHeaders({ ...from, cookie: onlyCookies(from.cookie, [passkeyStep]) }),
          returnHeaders: true,
        }),
      )
      if (!done) return null
      const { user, session } = done.response
      return {
        person: toPerson(user),
        sessionToken: session.token,
        cookies: done.headers.getSetCookie(),
      }
    },

    /** Takes back a session that was begun. */
    async endSession(token: string): Promise<void> {
      await (await auth.$context).internalAdapter.deleteSession(token)
    },
  }
}

const toPasskey = ({ id, name, createdAt, backedUp }: Passkey) => ({
  id,
  name: name ?? '',
  created_at: createdAt.toISOString(),
  is_synced: backedUp,
})
