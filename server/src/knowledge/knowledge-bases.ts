import type { Db } from '../platform/db.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'

export type KnowledgeBase = { id: string; workspace_id: string; name: string; created_at: Date }

const COLUMNS = ['id', 'workspace_id', 'name', 'created_at'] as const

/** What an embedder says of the vectors it makes. */
export type VectorSpace = { model: string; dimensions: number }

export async function createKnowledgeBase(
  tx: TenantTransaction,
  tenant: Tenant,
  name: string,
  space: VectorSpace,
): Promise<KnowledgeBase> {
  const created = await tx
    .insertInto('knowledge_bases')
    .values({ workspace_id: tenant.workspaceId, id: tenant.knowledgeBaseId, name })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('embedding_spaces')
    .values({
      knowledge_base_id: tenant.knowledgeBaseId,
      id: newId(),
      model: space.model,
      dimensions: space.dimensions,
      state: 'active',
    })
    .execute()
  // What is pushed over the admin API belongs to this source.
  await tx
    .insertInto('sources')
    .values({ knowledge_base_id: tenant.knowledgeBaseId, id: newId(), type: 'api', name: 'Pushed' })
    .execute()
  return created
}

export const listKnowledgeBases = (
  tx: TenantTransaction,
  workspaceId: string,
): Promise<KnowledgeBase[]> =>
  tx
    .selectFrom('knowledge_bases')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()

/** For the operator: an id in a path names its workspace. Refuses what does not exist. */
export async function findKnowledgeBase(db: Db, id: string): Promise<KnowledgeBase & Tenant> {
  const found = await db
    .selectFrom('knowledge_bases')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('NOT_FOUND')
  return { ...found, workspaceId: found.workspace_id, knowledgeBaseId: found.id }
}
