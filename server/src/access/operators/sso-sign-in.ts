import { runWithTransaction } from '@better-auth/core/context'
import { Refusal } from '../../platform/refusal.ts'
import type { From, SignInOutcome } from './auth-request.ts'
import { buildHeaders, getOutcome, toPerson } from './auth-request.ts'
import type { Auth } from './auth.ts'
import type { Person } from './operator.ts'
import type { SecondSteps } from './second-steps.ts'

/** Somebody at an OpenID provider: who they are there is issuer and subject together. */
export type ProvedIdentity = { issuer: string; subject: string; email: string; name: string }

/** `isTheirs`: whether an account that nobody proved the address of may be theirs all the same. */
type Linking = { isTheirs: (personId: string) => Promise<boolean> }

/**
 * Single sign-on. A provider finds the account of its identity, or links it once to the account with the
 * address. That account may open other workspaces, so the session opens the provider's alone.
 */
export function createSsoSignIn(auth: Auth, secondStep: string, steps: SecondSteps) {
  /** The account with the address, if the identity may become a way into it. */
  const findLinkable = async ({ issuer, email }: ProvedIdentity, { isTheirs }: Linking) => {
    const { internalAdapter } = await auth.$context
    const user = (await internalAdapter.findUserByEmail(email))?.user
    if (!user) return undefined
    const accounts = await internalAdapter.findAccounts(user.id)
    // An address that the provider has given to somebody else since.
    const isTaken = accounts.some(({ providerId }) => providerId === providerFor(issuer))
    // Whoever invited an address could have made its account, and would share it from now on.
    const isOpen = user.emailVerified || (await isTheirs(user.id))
    if (isTaken || !isOpen) throw new Refusal('FORBIDDEN')
    return user
  }

  return {
    /**
     * Whoever signed in by this identity before; else whoever has the address, or somebody new. Refuses
     * people who own the installation: no workspace decides on them.
     */
    async identifyProved(
      identity: ProvedIdentity,
      linking: Linking,
    ): Promise<{ person: Person; isFirst: boolean }> {
      const { adapter, internalAdapter } = await auth.$context
      const { issuer, subject, email, name } = identity
      const account = { providerId: providerFor(issuer), accountId: subject }
      return runWithTransaction(adapter, async () => {
        const known = await internalAdapter.findAccountByKey(account)
        const found = known
          ? await internalAdapter.findUserById(known.userId)
          : await findLinkable(identity, linking)
        const user =
          found ??
          (await internalAdapter.createUser(
            { email, name, ownsInstallation: false, emailVerified: true },
            { method: 'admin' },
          ))
        const person = toPerson(user)
        if (person.ownsInstallation) throw new Refusal('FORBIDDEN')
        if (!known) await internalAdapter.linkAccount({ userId: user.id, ...account })
        return { person, isFirst: !known }
      })
    },

    /** `onlyWorkspaceId`: what the session opens; null: whatever the person may. */
    async signInProved(
      personId: string,
      onlyWorkspaceId: string | null,
      from: From,
    ): Promise<SignInOutcome> {
      const { response, headers } = await auth.api.signInProved({
        body: { personId, ssoWorkspaceId: onlyWorkspaceId },
        headers: buildHeaders({ ...from, cookie: undefined }),
        returnHeaders: true,
      })
      const outcome = getOutcome(secondStep, response, headers.getSetCookie())
      if (!outcome.person) await steps.bind(outcome.cookies.join('; '), onlyWorkspaceId)
      return outcome
    },
  }
}

const providerFor = (issuer: string): string => `sso ${issuer}`
