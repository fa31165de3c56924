import { refuseTaken } from '../platform/database/database-errors.ts'
import { newId } from '../platform/new-id.ts'
import type { Page } from '../platform/page.ts'
import { Refusal } from '../platform/refusal.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

const COLUMNS = ['id', 'name', 'signed_readers_only', 'created_at'] as const

export type Group = { id: string; name: string; signed_readers_only: boolean; created_at: Date }

export type GroupChange = { [Field in 'name' | 'signed_readers_only']?: Group[Field] | undefined }

export async function createGroup(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  name: string,
  isForSignedReaders = false,
): Promise<Group> {
  const created = await tx
    .insertInto('source_groups')
    .values({
      knowledge_base_id: knowledgeBaseId,
      id: newId(),
      name,
      signed_readers_only: isForSignedReaders,
    })
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
export async function changeGroup(
  tx: TenantTransaction,
  id: string,
  change: GroupChange,
): Promise<Group> {
  const changed = await tx
    .updateTable('source_groups')
    .set(change)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
    .catch(refuseTaken)
  if (!changed) throw new Refusal('NOT_FOUND')
  return changed
}

/** Refuses the request if one of the groups is not in this knowledge base. None is deleted before its commit. */
export async function requireGroups(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await tx
    .selectFrom('source_groups')
    .select('id')
    .where('id', 'in', wanted)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (found.length !== wanted.length) throw new Refusal('GROUP_NOT_ALLOWED')
}
