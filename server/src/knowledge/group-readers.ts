import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/**
 * Whether somebody reads the second group and not the first: a key, a channel, readers who sign in, or readers
 * whose tokens do not name the first. A document without a group (null) is read by those alone who read every group.
 */
export async function isReadByMore(
  tx: TenantTransaction,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ isMore: boolean }>`
    select exists (
             select from client_key_groups g join client_keys k on k.id = g.key_id
             where g.group_id = ${to}::uuid and k.revoked_at is null
               and not exists (select from client_key_groups o
                               where o.key_id = g.key_id and o.group_id = ${from}::uuid))
           or exists (
             select from channel_groups g join channels c on c.id = g.channel_id
             where g.group_id = ${to}::uuid
               and not exists (select from channel_groups o
                               where o.channel_id = g.channel_id and o.group_id = ${from}::uuid))
           or exists (
             select from sign_in_settings s
             where ${to}::uuid = any(s.allowed_group_ids)
               and coalesce(${from}::uuid <> all(s.allowed_group_ids), true))
           or exists (
             select from source_groups where id = ${from}::uuid and signed_readers_only) as "isMore"`.execute(
    tx,
  )
  return rows[0]?.isMore === true
}

/** Whether anyone reads it: a public key does, by name or because it reads every group, and needs no token. */
export async function isReadPublicly(tx: TenantTransaction, groupId: string): Promise<boolean> {
  const { rows } = await sql<{ isPublic: boolean }>`
    select not exists (
      select from source_groups where id = ${groupId}::uuid and signed_readers_only
    ) and exists (
      select from client_keys k
      where k.kind = 'public' and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        and (not exists (select from client_key_groups g where g.key_id = k.id)
             or exists (select from client_key_groups g
                        where g.key_id = k.id and g.group_id = ${groupId}))) as "isPublic"`.execute(
    tx,
  )
  return rows[0]?.isPublic === true
}
