import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { runAsPerson } from '../platform/database/tenant.ts'

export type Subscriber = { workspaceId: string; personId: string }

/** When the next digest of each workspace is due that somebody wants one of. */
export async function listSubscriptions(db: Db, personId: string): Promise<Map<string, Date>> {
  const rows = await runAsPerson<{ workspace_id: string; due_at: Date }>(
    db,
    personId,
    sql`select workspace_id, due_at from digest_subscriptions where person_id = current_person()`,
  )
  return new Map(rows.map(({ workspace_id, due_at }) => [workspace_id, due_at]))
}

/** The first digest comes at the end of this week. Changes nothing for whoever has them already. */
export async function subscribe(
  tx: TenantTransaction,
  { workspaceId, personId }: Subscriber,
): Promise<void> {
  await sql`
    insert into digest_subscriptions (workspace_id, person_id, due_at)
    values (${workspaceId}, ${personId}, next_digest_at()) on conflict do nothing`.execute(tx)
}

export async function unsubscribe(tx: TenantTransaction, personId: string): Promise<void> {
  await sql`delete from digest_subscriptions where person_id = ${personId}`.execute(tx)
}

/** Subscribers whose digest is due, without those of workspaces that are being deleted. */
export async function listDue(db: Db): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select d.workspace_id as "workspaceId", d.person_id as "personId"
    from digests_due() d join workspaces w on w.id = d.workspace_id
    where w.deleting_at is null`.execute(db)
  return rows
}

export type TakenDigest = {
  email: string
  attempts: number
  /** They may still read the workspace. */
  isOpen: boolean
}

/**
 * Locks a digest that is due until the transaction ends. null: it is not due any more, or another worker
 * is sending it.
 */
export async function takeDue(
  tx: TenantTransaction,
  personId: string,
): Promise<TakenDigest | null> {
  const { rows } = await sql<TakenDigest>`
    select p.email, s.attempts,
           p.owns_installation or exists (select from members m
             where m.workspace_id = s.workspace_id and m.person_id = s.person_id) as "isOpen"
    from digest_subscriptions s join accounts.people p on p.id = s.person_id
    where s.person_id = ${personId} and s.due_at <= now()
    for update of s skip locked`.execute(tx)
  return rows[0] ?? null
}

/** `retryInMinutes`: null when the digest of this week is done with. */
export async function setNextDue(
  tx: TenantTransaction,
  personId: string,
  retryInMinutes: number | null,
): Promise<void> {
  await sql`
    update digest_subscriptions set
      attempts = ${retryInMinutes === null ? sql`0` : sql`attempts + 1`},
      due_at = ${retryInMinutes === null ? sql`next_digest_at()` : sql`now() + make_interval(mins => ${retryInMinutes})`}
    where person_id = ${personId}`.execute(tx)
}
