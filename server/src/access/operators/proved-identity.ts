import { runWithTransaction } from '@better-auth/core/context'
import { Refusal } from '../../platform/refusal.ts'
import type { From, SignInOutcome } from './auth-request.ts'
import { headersOf, outcomeOf, toPerson } from './auth-request.ts'
import type { Auth } from './auth.ts'
import type { Person } from './operator.ts'

/** Somebody at an OpenID provider. */
export type ProvedIdentity = { issuer: string; subject: string; email: string; name: string }

/** `secondStep`: the name of the cookie between the two steps of a sign-in. */
export const provedCalls = (auth: Auth, secondStep: string) => ({
  /**
   * Whoever signed in by this identity before; else whoever has the address, or somebody new. Refuses
   * people who own the installation: no workspace decides on them.
   */
  async identifyProved(identity: ProvedIdentity): Promise<{ person: Person; isFirst: boolean }> {
    const { adapter, internalAdapter } = await auth.$context
    const account = { providerId: `sso ${identity.issuer}`, accountId: identity.subject }
    const email = identity.email.toLowerCase()
    return runWithTransaction(adapter, async () => {
      const known = await internalAdapter.findAccountByKey(account)
      const found = known
        ? await internalAdapter.findUserById(known.userId)
        : (await internalAdapter.findUserByEmail(email))?.user
      const user =
        found ??
        (await internalAdapter.createUser(
          { email, name: identity.name, ownsInstallation: false, emailVerified: true },
          { method: 'admin' },
        ))
      const person = toPerson(user)
      if (person.ownsInstallation) throw new Refusal('FORBIDDEN')
      if (!known) await internalAdapter.linkAccount({ userId: user.id, ...account })
      return { person, isFirst: !known }
    })
  },

  async signInProved(personId: string, from: From): Promise<SignInOutcome> {
    const { response, headers } = await auth.api.signInProved({
      body: { personId },
      headers: headersOf({ ...from, cookie: undefined }),
      returnHeaders: true,
    })
    return outcomeOf(secondStep, response, headers.getSetCookie())
  },
})
