import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/db.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { setTenant } from '../../platform/database/tenant.ts'
import type { Caller } from '../caller.ts'
import { findSigners } from '../signed-readers/find-signers.ts'
import type { Signer } from '../signed-readers/verify-token.ts'
import { findTenantFields } from '../tenant-fields.ts'

/** A key as stored. It may have expired; and if it has a secret, the caller still has to prove it. */
export type StoredKey = {
  caller: Caller
  secretDigest: Buffer | null
  expiresAt: Date | null
  /** Who signs reader tokens of its knowledge base. */
  signers: readonly Signer[]
}

type KeyRow = {
  id: string
  workspace_id: string
  knowledge_base_id: string
  kind: 'public' | 'secret'
  secret_digest: Buffer | null
  captcha: boolean
  captcha_hostnames: string[]
  allowed_origins: string[] | null
  allowed_addresses: string[]
  expires_at: Date | null
}

/** Row security reveals a key only to a caller that presents its digest; the tenant follows from it. */
export function findKey(db: Db, lookupDigest: Buffer): Promise<StoredKey | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('footnote.key_digest', ${lookupDigest.toString('hex')}, true)`.execute(
      tx,
    )
    const keys = await sql<KeyRow>`
      ${SELECT_KEYS} where lookup_digest = ${lookupDigest} and revoked_at is null`.execute(tx)
    const key = keys.rows[0]
    if (!key) return null
    await setTenant(tx, { workspaceId: key.workspace_id, knowledgeBaseId: key.knowledge_base_id })
    const caller = await identifyCaller(tx, key)
    if (!caller) return null
    const signers = await findSigners(tx)
    return { secretDigest: key.secret_digest, expiresAt: key.expires_at, caller, signers }
  })
}

/** Who asks with this key, for an operator who answers as they would be. Null: there is no such key. */
export async function findCallerOfKey(
  tx: TenantTransaction,
  keyId: string,
): Promise<Caller | null> {
  const keys = await sql<KeyRow>`
    ${SELECT_KEYS} where id = ${keyId} and revoked_at is null
      and (expires_at is null or expires_at > now())`.execute(tx)
  const key = keys.rows[0]
  return key ? identifyCaller(tx, key) : null
}

const SELECT_KEYS = sql`
  select id, workspace_id, knowledge_base_id, kind, secret_digest, captcha, captcha_hostnames,
         allowed_origins, allowed_addresses, expires_at
  from client_keys`

/** The tenant must be set. */
async function identifyCaller(tx: Transaction<Database>, key: KeyRow): Promise<Caller | null> {
  const tenant = await findTenantFields(tx, key.knowledge_base_id)
  if (!tenant) return null
  const groups = await sql<{ group_id: string }>`
    select group_id from client_key_groups where key_id = ${key.id}`.execute(tx)
  return {
    keyId: key.id,
    kind: key.kind,
    workspaceId: key.workspace_id,
    knowledgeBaseId: key.knowledge_base_id,
    ...tenant,
    allowedGroupIds: groups.rows.map(({ group_id }) => group_id),
    reader: null,
    allowedOrigins: key.allowed_origins,
    allowedAddresses: key.allowed_addresses,
    // A secret pair is a server that vouches for its readers, so it never needs a token.
    captcha: {
      required: key.kind === 'public' && key.captcha,
      hostnames: key.captcha_hostnames,
    },
  }
}
