import type { WorkspaceUsage } from '@footnote/contract/admin/cost/usage'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { readAsTenant } from '../platform/database/tenant.ts'

type Storage = NonNullable<WorkspaceUsage['storage']>

/** What a workspace stores. The size of a text is read from its pointer, and not the text itself. */
export async function readStorage(db: Db, workspaceId: string): Promise<Storage> {
  const bases = await db
    .selectFrom('knowledge_bases')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleting_at', 'is', null)
    .execute()
  const all: Storage = { documents: 0, passages: 0, bytes: 0 }
  for (const { id: knowledgeBaseId } of bases) {
    const { rows } = await readAsTenant(db, { workspaceId, knowledgeBaseId }, (tx) =>
      sql<Storage>`
        select count(*)::float8 as documents, coalesce(sum(passage_count), 0)::float8 as passages,
               coalesce(sum(pg_column_size(content) + coalesce(pg_column_size(bytes), 0)), 0)::float8 as bytes
        from documents`.execute(tx),
    )
    for (const { documents, passages, bytes } of rows) {
      all.documents += documents
      all.passages += passages
      all.bytes += bytes
    }
  }
  return all
}
