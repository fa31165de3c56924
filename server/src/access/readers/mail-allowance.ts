import { sql } from 'kysely'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { digestKey } from '../digest.ts'
import type { AttemptDeps } from './sign-in-attempts.ts'

/** Sign-in messages a day (UTC). */
export type MailAllowance = { perAddressPerDay: number; perKnowledgeBasePerDay: number }

/** Stands for all messages of a knowledge base, since no digest is empty. */
const ALL = Buffer.alloc(0)

/**
 * Counts a sign-in message to an address. False when the day's allowance is used up. Addresses that may
 * not sign in are counted too, and get no message, so that the reply does not reveal who may sign in.
 */
export function takeMail(
  { db, peppers }: Pick<AttemptDeps, 'db' | 'peppers'>,
  tenant: Tenant,
  { perAddressPerDay, perKnowledgeBasePerDay }: MailAllowance,
  { email, isSent }: { email: string; isSent: boolean },
): Promise<boolean> {
  return withTenant(db, tenant, async (tx) => {
    // In this order, so that a refusal to one address does not use up the others' allowance.
    const taken = await takeOne(tx, tenant, digestKey(peppers.current, email), perAddressPerDay, 1)
    return taken && takeOne(tx, tenant, ALL, perKnowledgeBasePerDay, isSent ? 1 : 0)
  })
}

async function takeOne(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  digest: Buffer,
  max: number,
  messages: 0 | 1,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_mail_counts as counts (knowledge_base_id, day, email_digest, messages)
    values (${knowledgeBaseId}, (now() at time zone 'utc')::date, ${digest}, ${messages})
    on conflict (knowledge_base_id, day, email_digest) do update
      set messages = counts.messages + excluded.messages
      where counts.messages < ${max}
    returning 1`.execute(tx)
  return rows.length === 1
}
