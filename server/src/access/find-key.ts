import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { setTenant } from '../platform/tenant.ts'
import type { Caller } from './caller.ts'
import { findTenantFields } from './tenant-fields.ts'

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
    const tenant = await findTenantFields(tx, key.knowledge_base_id)
    if (!tenant) return null
    const groups = await sql<{ group_id: string }>`
      select group_id from client_key_groups where key_id = ${key.id}`.execute(tx)
    return {
      secretDigest: key.secret_digest,
      caller: {
        keyId: key.id,
        kind: key.kind,
        workspaceId: key.workspace_id,
        knowledgeBaseId: key.knowledge_base_id,
        ...tenant,
        allowedGroupIds: groups.rows.map(({ group_id }) => group_id),
        // A secret pair is a server that answers for its readers: it never needs a token.
        captcha: {
          required: key.kind === 'public' && key.captcha,
          hostnames: key.captcha_hostnames,
        },
      },
    }
  })
}
