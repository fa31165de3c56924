import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'

/** True only for the first claim of a token, across all processes and tenants. */
export async function claimToken(db: Db, tenant: Tenant, token: string): Promise<boolean> {
  const digest = createHash('sha256').update(token).digest()
  const { numAffectedRows } = await withTenant(db, tenant, (tx) =>
    sql`insert into used_captcha_tokens (knowledge_base_id, digest)
        values (${tenant.knowledgeBaseId}, ${digest})
        on conflict do nothing`.execute(tx),
  )
  return numAffectedRows === 1n
}

/** For every tenant: a policy lets the worker role delete expired tokens. */
export async function forgetOldTokens(workerDb: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from used_captcha_tokens`.execute(workerDb)
  return Number(numAffectedRows)
}
