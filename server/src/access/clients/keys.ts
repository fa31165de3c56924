import { sql } from 'kysely'
import type { TenantTransaction, Tenant } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { computeFingerprint } from '../../platform/secret-fingerprints.ts'
import { Refusal } from '../../platform/refusal.ts'
import { digestKey } from '../digest.ts'
import { createKey } from './key-format.ts'

export type NewKey = {
  name: string
  kind: 'public' | 'secret'
  allowedGroupIds: readonly string[]
  captcha?: KeyCaptcha
  /** null means any origin, including programs. */
  allowedOrigins?: readonly string[] | null
  /** Empty means any. */
  allowedAddresses?: readonly string[]
  /** null means never. */
  expiresAt?: Date | null
}

/** Whether readers with a public key must send CAPTCHA tokens, and from which hosts. */
export type KeyCaptcha = { required: boolean; hostnames: readonly string[] }

export type KeyMaking = { pepper: string; cell: string }

export type CreatedKey = {
  id: string
  createdAt: Date
  /** Shown once; the database keeps digests only. */
  credential: { client_key: string } | { client_id: string; client_secret: string }
}

export async function createClientKey(
  tx: TenantTransaction,
  tenant: Tenant,
  making: KeyMaking,
  key: NewKey,
): Promise<CreatedKey> {
  const id = newId()
  const lookup = createKey(key.kind === 'public' ? 'fnp' : 'fnc', making.cell)
  const secret = key.kind === 'public' ? null : createKey('fns', making.cell)
  const { created_at: createdAt } = await tx
    .insertInto('client_keys')
    .values({
      knowledge_base_id: tenant.knowledgeBaseId,
      id,
      workspace_id: tenant.workspaceId,
      name: key.name,
      kind: key.kind,
      lookup_digest: digestKey(making.pepper, lookup),
      secret_digest: secret === null ? null : digestKey(making.pepper, secret),
      pepper_fingerprint: computeFingerprint('KEY_PEPPER', making.pepper),
      hint: lookup.slice(-4),
      captcha: key.captcha?.required ?? false,
      captcha_hostnames: [...(key.captcha?.hostnames ?? [])],
      allowed_origins: key.allowedOrigins ? [...key.allowedOrigins] : null,
      allowed_addresses: [...(key.allowedAddresses ?? [])],
      expires_at: key.expiresAt ?? null,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  const groupIds = [...new Set(key.allowedGroupIds)]
  if (groupIds.length > 0) {
    await tx
      .insertInto('client_key_groups')
      .values(
        groupIds.map((groupId) => ({
          knowledge_base_id: tenant.knowledgeBaseId,
          key_id: id,
          group_id: groupId,
        })),
      )
      .execute()
  }
  const credential =
    secret === null ? { client_key: lookup } : { client_id: lookup, client_secret: secret }
  return { id, createdAt, credential }
}

export type ListedKey = {
  id: string
  name: string
  kind: 'public' | 'secret'
  hint: string
  captcha: boolean
  captcha_hostnames: string[]
  allowed_origins: string[] | null
  allowed_addresses: string[]
  expires_at: Date | null
  created_at: Date
  revoked_at: Date | null
  last_used_at: Date | null
  allowed_group_ids: string[]
}

export async function listClientKeys(tx: TenantTransaction): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`${SELECT_KEYS} order by k.id`.execute(tx)
  return rows
}

const SELECT_KEYS = sql`
  select k.id, k.name, k.kind, k.hint, k.captcha, k.captcha_hostnames, k.allowed_origins,
         k.allowed_addresses, k.expires_at, k.created_at, k.revoked_at, u.last_used_at,
         array(select g.group_id::text from client_key_groups g where g.key_id = k.id) as allowed_group_ids
  from client_keys k
  left join client_key_uses u on u.key_id = k.id`

export type KeyChange = {
  name?: string
  captcha?: boolean
  captcha_hostnames?: string[]
  allowed_origins?: string[] | null
  allowed_addresses?: string[]
  expires_at?: Date | null
}

/** Undefined when there is no such key. Refuses CAPTCHA settings that could not work. */
export async function changeClientKey(
  tx: TenantTransaction,
  keyId: string,
  change: KeyChange,
): Promise<ListedKey | undefined> {
  const before = await tx
    .selectFrom('client_keys')
    .select(['kind', 'captcha', 'captcha_hostnames'])
    .where('id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  requireUsableCaptcha(before.kind, {
    required: change.captcha ?? before.captcha,
    hostnames: change.captcha_hostnames ?? before.captcha_hostnames,
  })
  requireUsableOrigins(before.kind, change.allowed_origins)
  requireFuture(change.expires_at)
  await tx.updateTable('client_keys').set(change).where('id', '=', keyId).execute()
  const { rows } = await sql<ListedKey>`${SELECT_KEYS} where k.id = ${keyId}`.execute(tx)
  return rows[0]
}

/** Refuses settings under which every token would fail, or none would ever be asked for. */
export function requireUsableCaptcha(kind: NewKey['kind'], captcha: KeyCaptcha): void {
  if (!captcha.required) return
  if (kind !== 'public') throw badSetting('captcha', 'is only for a public key')
  if (captcha.hostnames.length === 0) {
    throw badSetting('captcha_hostnames', 'must name the hosts that tokens are minted on')
  }
}

/** A secret pair belongs to a server, which has no origin. */
export function requireUsableOrigins(
  kind: NewKey['kind'],
  origins: readonly string[] | null | undefined,
): void {
  if (origins && kind !== 'public') throw badSetting('allowed_origins', 'is only for a public key')
}

/** Whoever wants a key to stop working now revokes it. */
export function requireFuture(expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw badSetting('expires_at', 'must be in the future')
  }
}

const badSetting = (path: string, message: string): Refusal =>
  new Refusal('BAD_REQUEST', { details: [{ path, message }] })

/** True when there was such a key. Revoking twice keeps the first time. */
export async function revokeClientKey(tx: TenantTransaction, keyId: string): Promise<boolean> {
  const key = await tx
    .selectFrom('client_keys')
    .select('revoked_at')
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (!key) return false
  if (key.revoked_at === null) {
    await tx
      .updateTable('client_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', keyId)
      .execute()
  }
  return true
}
