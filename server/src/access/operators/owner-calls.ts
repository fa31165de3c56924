import { getCurrentAdapter, runWithTransaction } from '@better-auth/core/context'
import { toPerson } from './auth-request.ts'
import type { Auth } from './auth.ts'
import type { Person } from './operator.ts'

const CREDENTIAL = 'credential'

export const ownerCalls = (auth: Auth) => ({
  /**
   * For somebody who cannot sign in: they own the installation from then on, with a new password and without a
   * second factor. Ends their sessions, links and second steps. null: nobody has this address.
   */
  async recoverOwner(email: string, password: string): Promise<Person | null> {
    const { adapter, internalAdapter, password: passwords } = await auth.$context
    const found = await internalAdapter.findUserByEmail(email.toLowerCase(), {
      includeAccounts: true,
    })
    if (!found) return null
    const { user, accounts } = found
    const hash = await passwords.hash(password)
    return runWithTransaction(adapter, async () => {
      if (accounts.some(({ providerId }) => providerId === CREDENTIAL)) {
        await internalAdapter.updatePassword(user.id, hash)
      } else {
        await internalAdapter.linkAccount({
          userId: user.id,
          providerId: CREDENTIAL,
          accountId: user.id,
          password: hash,
        })
      }
      const current = await getCurrentAdapter(adapter)
      const ofUser = [{ field: 'userId', value: user.id }]
      await current.deleteMany({ model: 'twoFactor', where: ofUser })
      await current.deleteMany({
        model: 'verification',
        where: [{ field: 'value', value: user.id }],
      })
      const owner = { ownsInstallation: true, emailVerified: true, twoFactorEnabled: false }
      const changed = await internalAdapter.updateUser(user.id, owner)
      await internalAdapter.deleteUserSessions(user.id)
      return toPerson(changed)
    })
  },
})
