import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { digestKey } from '../digest.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Counts a message to an address. Those of a day may be sent at once, and when they are used up one more each
 * time their part of a day has passed: whoever uses them up keeps nobody from a link for a day. Returns the
 * seconds until it may be sent; null: now.
 */
export async function takeSignInMail(
  db: Db,
  pepper: string,
  email: string,
  perDay: number,
): Promise<number | null> {
  const digest = digestKey(pepper, email.toLowerCase())
  const part = sql`make_interval(secs => ${Math.floor(DAY_MS / perDay) / 1000})`
  const taken = await sql`
    with old as (
      delete from accounts.sign_in_mails where full_at < now() and email_digest <> ${digest})
    insert into accounts.sign_in_mails as mails (email_digest, full_at)
    values (${digest}, now() + ${part})
    on conflict (email_digest) do update set full_at = greatest(mails.full_at, now()) + ${part}
      where greatest(mails.full_at, now()) + ${part} <= now() + interval '1 day'
    returning 1`.execute(db)
  if (taken.rows.length === 1) return null
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from full_at + ${part} - interval '1 day' - now()))::integer as seconds
    from accounts.sign_in_mails where email_digest = ${digest}`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}
