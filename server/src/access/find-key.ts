import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { setTenant } from '../platform/tenant.ts'
import type { Caller } from './caller.ts'

/** A key as stored: whoever holds it still has to prove the secret, if it has one. */
export type StoredKey = { caller: Caller; secretDigest: Buffer | null }

type KeyRow = {
  id: string
  workspace_id: string
  knowledge_base_id: string
  kind: 'public' | 'secret'
  secret_digest: Buffer | null
  captcha: boolean
  captcha_hostnames: string[]
}

type TenantRow = {
  name: string
  languages: string[]
  space_id: string
  space_model: string
  space_dimensions: number
  space_indexed: boolean
  plan: Caller['plan']
  retention: Caller['retention']
  group_ids: string[]
  mcp_enabled: boolean
}

/** Row security shows a key to whoever presents its digest; only then is its tenant known. */
export function findKey(db: Db, lookupDigest: Buffer): Promise<StoredKey | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('footnote.key_digest', ${lookupDigest.toString('hex')}, true)`.execute(
      tx,
    )
    const keys = await sql<KeyRow>`
      select id, workspace_id, knowledge_base_id, kind, secret_digest, captcha, captcha_hostnames
      from client_keys
      where lookup_digest = ${lookupDigest} and revoked_at is null`.execute(tx)
    const key = keys.rows[0]
    if (!key) return null
    await setTenant(tx, { workspaceId: key.workspace_id, knowledgeBaseId: key.knowledge_base_id })
    const tenants = await sql<TenantRow>`
      select k.name, k.languages, k.mcp_enabled, w.plan, w.retention, s.id as space_id, s.model as space_model,
             s.dimensions as space_dimensions, s.indexed as space_indexed,
             array(select group_id::text from client_key_groups where key_id = ${key.id}) as group_ids
      from knowledge_bases k
      join workspaces w on w.id = k.workspace_id
      join embedding_spaces s on s.knowledge_base_id = k.id and s.state = 'active'
      where k.id = ${key.knowledge_base_id}`.execute(tx)
    const tenant = tenants.rows[0]
    if (!tenant) return null
    return {
      secretDigest: key.secret_digest,
      caller: {
        keyId: key.id,
        kind: key.kind,
        workspaceId: key.workspace_id,
        knowledgeBaseId: key.knowledge_base_id,
        knowledgeBaseName: tenant.name,
        space: {
          id: tenant.space_id,
          model: tenant.space_model,
          dimensions: tenant.space_dimensions,
          indexed: tenant.space_indexed,
        },
        languages: tenant.languages,
        plan: tenant.plan,
        retention: tenant.retention,
        allowedGroupIds: tenant.group_ids,
        mcpEnabled: tenant.mcp_enabled,
        // A secret pair is a server that answers for its readers: it never needs a token.
        captcha: {
          required: key.kind === 'public' && key.captcha,
          hostnames: key.captcha_hostnames,
        },
      },
    }
  })
}
