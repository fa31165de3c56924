import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { setTenant } from '../../platform/database/tenant.ts'

/** A knowledge base whose readers may sign in at the service. */
export type SignIn = Tenant & {
  knowledgeBaseName: string
  allowedEmailDomains: readonly string[]
  allowedGroupIds: readonly string[]
  oidc: {
    issuer: string
    clientId: string
    sealedSecret: Buffer | null
    /** The claim that lists the groups of a reader; null: none does. */
    groupsClaim: string | null
  } | null
  sealedKeys: Buffer | null
}

type Row = {
  workspace_id: string
  allowed_email_domains: string[]
  allowed_group_ids: string[]
  oidc_issuer: string | null
  oidc_client_id: string | null
  oidc_client_secret: Buffer | null
  groups_claim: string | null
  server_keys: Buffer | null
}

/** Looked up by knowledge base alone, for readers not signed in yet. null when sign-in is off. */
export function findSignIn(db: Db, knowledgeBaseId: string): Promise<SignIn | null> {
  return db.transaction().execute(async (tx) => {
    await setTenant(tx, { workspaceId: '', knowledgeBaseId })
    const { rows } = await sql<Row>`
      select workspace_id, allowed_email_domains, allowed_group_ids, oidc_issuer, oidc_client_id,
             oidc_client_secret, groups_claim, server_keys
      from sign_in_settings`.execute(tx)
    const [row] = rows
    if (!row) return null
    const tenant = { workspaceId: row.workspace_id, knowledgeBaseId }
    await setTenant(tx, tenant)
    const found = await tx
      .selectFrom('knowledge_bases')
      .select('name')
      .where('id', '=', knowledgeBaseId)
      .where('mcp_enabled', '=', true)
      .where('mcp_oauth', '=', true)
      .where('mcp_url', 'is', null)
      .executeTakeFirst()
    return found ? { ...tenant, knowledgeBaseName: found.name, ...toSettings(row) } : null
  })
}

const toSettings = (row: Row): Omit<SignIn, keyof Tenant | 'knowledgeBaseName'> => ({
  allowedEmailDomains: row.allowed_email_domains,
  allowedGroupIds: row.allowed_group_ids,
  oidc:
    row.oidc_issuer === null || row.oidc_client_id === null
      ? null
      : {
          issuer: row.oidc_issuer,
          clientId: row.oidc_client_id,
          sealedSecret: row.oidc_client_secret,
          groupsClaim: row.groups_claim,
        },
  sealedKeys: row.server_keys,
})

/** The first to store keys wins; the others use those. */
export async function storeServerKeys(
  tx: TenantTransaction,
  sealedKeys: Buffer,
): Promise<Buffer | null> {
  await sql`update sign_in_settings set server_keys = ${sealedKeys} where server_keys is null`.execute(
    tx,
  )
  const { rows } = await sql<Pick<Row, 'server_keys'>>`
    select server_keys from sign_in_settings`.execute(tx)
  return rows[0]?.server_keys ?? null
}
