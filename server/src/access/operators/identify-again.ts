import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { withWorkspace } from '../../platform/database/tenant.ts'
import type { Identity } from './operator.ts'

/**
 * Who a credential stands for by now, without presenting it again; null: it was revoked, or has expired.
 * For what goes on after the request was let in.
 */
export async function identifyAgain(db: Db, identity: Identity): Promise<Identity | null> {
  if (identity.via === 'admin_token') return identity
  const { person } = identity
  const ownsInstallation =
    identity.via === 'session'
      ? await readSession(db, identity.sessionId)
      : await readToken(db, identity.bounds)
  if (ownsInstallation === undefined) return null
  return person ? { ...identity, person: { ...person, ownsInstallation } } : identity
}

type Owns = { owns_installation: boolean }

/** Whether its person owns the installation; undefined: it has ended. */
async function readSession(db: Db, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<Owns>`
    select p.owns_installation from accounts.sessions s join accounts.people p on p.id = s.user_id
    where s.id = ${id} and s.expires_at > now()`.execute(db)
  return rows[0]?.owns_installation
}

const readToken = (
  db: Db,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<boolean | undefined> =>
  withWorkspace(db, workspaceId, async (tx) => {
    const { rows } = await sql<Owns>`
      select coalesce(p.owns_installation, false) as owns_installation
      from access_tokens t left join accounts.people p on p.id = t.person_id
      where t.id = ${id} and t.expires_at > now()`.execute(tx)
    return rows[0]?.owns_installation
  })
