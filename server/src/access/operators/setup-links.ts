import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Peppers } from '../digest.ts'
import { digestKey, digestsUnder } from '../digest.ts'

const TOKEN_BYTES = 32
const HOURS = 24

/** A token that creates the first owner; null when somebody can sign in already. */
export async function createSetupToken(db: Db, pepper: string): Promise<string | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { rows } = await sql`
    insert into accounts.setup_links (token_digest, expires_at)
    select ${digestKey(pepper, token)}, now() + make_interval(hours => ${HOURS})
    where not exists (select from accounts.people)
    returning 1`.execute(db)
  return rows.length === 1 ? token : null
}

/** Whether the token was valid. Using one invalidates all of them, even if two are used at once. */
export const takeSetupToken = (db: Db, peppers: Peppers, token: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`lock table accounts.setup_links in exclusive mode`.execute(tx)
    const { rows } = await sql`
      select from accounts.setup_links
      where token_digest = any(${digestsUnder(peppers, token)}) and expires_at > now()
        and not exists (select from accounts.people)`.execute(tx)
    if (rows.length === 0) return false
    await sql`delete from accounts.setup_links`.execute(tx)
    return true
  })
