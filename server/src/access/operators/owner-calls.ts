import { getCurrentAdapter, runWithTransaction } from '@better-auth/core/context'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { toPerson } from './auth-request.ts'
import type { Auth } from './auth.ts'
import type { Person } from './operator.ts'

export type Owner = {
  id: string
  email: string
  name: string
  has_password: boolean
  passkeys: number
  two_factor: boolean
  last_seen_at: Date | null
  created_at: Date
}

/** Whoever owns the installation, oldest first. */
export async function listOwners(db: Db): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select p.id, p.email, p.name, p.created_at, p.two_factor_enabled as two_factor,
           exists (select from accounts.credentials c
                   where c.user_id = p.id and c.password is not null) as has_password,
           (select count(*)::int from accounts.passkeys k where k.user_id = p.id) as passkeys,
           (select max(s.updated_at) from accounts.sessions s where s.user_id = p.id) as last_seen_at
    from accounts.people p where p.owns_installation order by p.created_at, p.id`.execute(db)
  return rows
}

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
