import { sql } from 'kysely'
import { newId } from '../../platform/new-id.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'

export type Reader = {
  id: string
  identity: string
  email: string | null
  created_at: Date
  signed_in_at: Date
  revoked_at: Date | null
}

export type ProvenReader = {
  identity: string
  email: string | null
  /** As the provider names them. */
  groups?: readonly string[]
}

/** The reader who has just proven an identity, or null when their access was revoked. */
export async function signInReader(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  { identity, email, groups = [] }: ProvenReader,
): Promise<string | null> {
  const { rows } = await sql<Pick<Reader, 'id' | 'revoked_at'>>`
    insert into readers (knowledge_base_id, id, identity, email, groups)
    values (${knowledgeBaseId}, ${newId()}, ${identity}, ${email}, ${groups}::text[])
    on conflict (knowledge_base_id, identity)
      do update set signed_in_at = now(), email = excluded.email, groups = excluded.groups
    returning id, revoked_at`.execute(tx)
  const [reader] = rows
  return reader && reader.revoked_at === null ? reader.id : null
}

/** null: there is none, or their access was revoked. `groups`: as the provider named them. */
export async function findActiveReader(
  tx: TenantTransaction,
  id: string,
): Promise<{ groups: string[] } | null> {
  const { rows } = await sql<{ groups: string[] }>`
    select groups from readers where id = ${id} and revoked_at is null`.execute(tx)
  return rows[0] ?? null
}

/** For the operator. */
export async function listReaders(tx: TenantTransaction, limit: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select id, identity, email, created_at, signed_in_at, revoked_at
    from readers order by signed_in_at desc, id limit ${limit}`.execute(tx)
  return rows
}

/** From then on their tokens are invalid and they cannot sign in. False when there is no such reader. */
export async function revokeReader(tx: TenantTransaction, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update readers set revoked_at = coalesce(revoked_at, now()) where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

export type NamedReaders = { readers: number; blocked_readers: number }

const isNamed = (name: string) =>
  sql`(identity = ${name} or (${name} like '%@%' and lower(email) = lower(${name})))`

export async function countReadersNamed(
  tx: TenantTransaction,
  name: string,
): Promise<NamedReaders> {
  const { rows } = await sql<NamedReaders>`
    select count(*) filter (where revoked_at is null)::int as readers,
           count(*) filter (where revoked_at is not null)::int as blocked_readers
    from readers where ${isNamed(name)}`.execute(tx)
  return rows[0] ?? { readers: 0, blocked_readers: 0 }
}

/**
 * By email address or identity. Their tokens become invalid. A revoked reader's row is kept:
 * without it they could sign in again.
 */
export async function deleteReadersNamed(
  tx: TenantTransaction,
  name: string,
): Promise<NamedReaders> {
  const counted = await countReadersNamed(tx, name)
  await sql`delete from readers where ${isNamed(name)} and revoked_at is null`.execute(tx)
  return counted
}
