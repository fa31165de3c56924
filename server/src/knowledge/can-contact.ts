import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/** Whether a reader may write to a person. Under Zero data retention nothing can wait to be delivered. */
export async function canContact(
  tx: TenantTransaction,
  { retention }: { retention: 'standard' | 'zero' },
  hasMail: boolean,
): Promise<boolean> {
  if (retention === 'zero') return false
  const { rows } = await sql<{ can: boolean }>`select can_contact(${hasMail}) as can`.execute(tx)
  return rows[0]?.can === true
}
