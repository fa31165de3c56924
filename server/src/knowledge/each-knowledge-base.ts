import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'

const BATCH = 500

/** One after the other, including those created meanwhile. The worker role may list them. */
export async function* eachKnowledgeBase(workerDb: Db): AsyncGenerator<Tenant> {
  let after: string | null = null
  for (;;) {
    let query = workerDb.selectFrom('knowledge_bases').select(['workspace_id', 'id'])
    if (after !== null) query = query.where('id', '>', after)
    const rows = await query.orderBy('id').limit(BATCH).execute()
    for (const { workspace_id, id } of rows)
      yield { workspaceId: workspace_id, knowledgeBaseId: id }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
