import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { digestKey } from '../digest.ts'

/** Counts a message to an address. False when those of the day (UTC) are used up. */
export async function takeSignInMail(
  db: Db,
  pepper: string,
  email: string,
  perDay: number,
): Promise<boolean> {
  const today = sql`(now() at time zone 'utc')::date`
  const { rows } = await sql`
    with old as (delete from accounts.sign_in_mails where day < ${today})
    insert into accounts.sign_in_mails as mails (day, email_digest, messages)
    values (${today}, ${digestKey(pepper, email.toLowerCase())}, 1)
    on conflict (day, email_digest) do update set messages = mails.messages + 1
      where mails.messages < ${perDay}
    returning 1`.execute(db)
  return rows.length === 1
}
