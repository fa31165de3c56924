import { refuseTaken } from '../platform/database/database-errors.ts'
import { newId } from '../platform/new-id.ts'
import type { Page } from '../platform/page.ts'
import { Refusal } from '../platform/refusal.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

const COLUMNS = ['id', 'name', 'created_at'] as const

export type Group = { id: string; name: string; created_at: Date }

export async function createGroup(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  name: string,
): Promise<Group> {
  const created = await tx
    .insertInto('source_groups')
    .values({ knowledge_base_id: knowledgeBaseId, id: newId(), name })
    .onConflict((conflict) => conflict.columns(['knowledge_base_id', 'name']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!created) throw new Refusal('CONFLICT')
  return created
}

export function listGroups(tx: TenantTransaction, { limit, after }: Page): Promise<Group[]> {
  const query = tx.selectFrom('source_groups').select(COLUMNS).orderBy('id').limit(limit)
  return (after === undefined ? query : query.where('id', '>', after)).execute()
}

/** Refuses an unknown id. */
export async function findGroup(tx: TenantTransaction, id: string): Promise<Group> {
  const found = await tx
    .selectFrom('source_groups')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Refuses a name that another group has. */
export async function renameGroup(tx: TenantTransaction, id: string, name: string): Promise<Group> {
  const renamed = await tx
    .updateTable('source_groups')
    .set({ name })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
    .catch(refuseTaken)
  if (!renamed) throw new Refusal('NOT_FOUND')
  return renamed
}

/** Refuses the request if one of the groups is not in this knowledge base. */
export async function requireGroups(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await tx
    .selectFrom('source_groups')
    .select('id')
    .where('id', 'in', wanted)
    .execute()
  if (found.length !== wanted.length) throw new Refusal('GROUP_NOT_ALLOWED')
}
