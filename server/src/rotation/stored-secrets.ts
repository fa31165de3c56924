import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant, withWorkspace } from '../platform/database/tenant.ts'
import { eachKnowledgeBase } from '../knowledge/each-knowledge-base.ts'
import { eachWorkspace } from './each-workspace.ts'
import { settingsSecrets, workspaceSecrets } from './sealed-values.ts'

/** Whether there are keys that a lost pepper would make useless. */
export async function isKeyStored(workerDb: Db): Promise<boolean> {
  for await (const tenant of eachKnowledgeBase(workerDb)) {
    const found = await withTenant(workerDb, tenant, (tx) =>
      isAny(tx, sql`select from client_keys where revoked_at is null`),
    )
    if (found) return true
  }
  return false
}

/** Whether anything is sealed that only the lost key could open. */
export async function isSecretSealed(workerDb: Db): Promise<boolean> {
  for await (const tenant of eachKnowledgeBase(workerDb)) {
    const found = await withTenant(
      workerDb,
      tenant,
      async (tx) =>
        (await settingsSecrets(tx, tenant)).length > 0 ||
        (await isAny(tx, sql`select from oauth_artifacts where expires_at > now()`)),
    )
    if (found) return true
  }
  for await (const workspaceId of eachWorkspace(workerDb)) {
    if ((await withWorkspace(workerDb, workspaceId, workspaceSecrets)).length > 0) return true
  }
  return false
}

async function isAny(tx: TenantTransaction, rows: ReturnType<typeof sql>): Promise<boolean> {
  const found = await sql<{ any: boolean }>`select exists (${rows}) as any`.execute(tx)
  return found.rows[0]?.any ?? false
}
