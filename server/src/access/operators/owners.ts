import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

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
