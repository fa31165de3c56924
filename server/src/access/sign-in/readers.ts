import { sql } from 'kysely'
import { newId } from '../../platform/new-id.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'

export type Reader = {
  id: string
  identity: string
  email: string | null
  created_at: Date
  signed_in_at: Date
  revoked_at: Date | null
}

/** Who has just proven an identity. null: their access was taken away. */
export async function signInReader(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  { identity, email }: { identity: string; email: string | null },
): Promise<string | null> {
  const { rows } = await sql<Pick<Reader, 'id' | 'revoked_at'>>`
    insert into readers (knowledge_base_id, id, identity, email)
    values (${knowledgeBaseId}, ${newId()}, ${identity}, ${email})
    on conflict (knowledge_base_id, identity)
      do update set signed_in_at = now(), email = excluded.email
    returning id, revoked_at`.execute(tx)
  const [reader] = rows
  return reader && reader.revoked_at === null ? reader.id : null
}

export async function isActiveReader(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from readers where id = ${id} and revoked_at is null`.execute(tx)
  return rows.length === 1
}

/** For the operator. */
export async function listReaders(tx: TenantTransaction, limit: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select id, identity, email, created_at, signed_in_at, revoked_at
    from readers order by signed_in_at desc, id limit ${limit}`.execute(tx)
  return rows
}

/** From then on none of their tokens opens anything, and they cannot sign in. False: no such reader. */
export async function revokeReader(tx: TenantTransaction, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update readers set revoked_at = coalesce(revoked_at, now()) where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}
