import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import type { TenantTransaction } from '../platform/tenant.ts'

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
    .returning(['id', 'name', 'created_at'])
    .executeTakeFirst()
  if (!created) throw new Refusal('CONFLICT')
  return created
}

export const listGroups = (tx: TenantTransaction): Promise<Group[]> =>
  tx.selectFrom('source_groups').select(['id', 'name', 'created_at']).orderBy('id').execute()

/** Refuses the operator's request when one of the groups is not in this knowledge base. */
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
