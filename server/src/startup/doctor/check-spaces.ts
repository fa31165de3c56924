import { withTenant } from '../../platform/database/tenant.ts'
import type { Db } from '../../platform/database/db.ts'
import { eachKnowledgeBase } from '../../knowledge/each-knowledge-base.ts'
import type { Finding } from './finding.ts'
import { ok, problem } from './finding.ts'

/** Knowledge bases are searched with the model that made their vectors. */
export async function checkSpaces(workerDb: Db, models: readonly string[]): Promise<Finding> {
  const check = 'vectors'
  const missing = new Map<string, number>()
  for await (const tenant of eachKnowledgeBase(workerDb)) {
    const space = await withTenant(workerDb, tenant, (tx) =>
      tx
        .selectFrom('embedding_spaces')
        .select('model')
        .where('knowledge_base_id', '=', tenant.knowledgeBaseId)
        .where('state', '=', 'active')
        .executeTakeFirst(),
    )
    if (!space || models.includes(space.model)) continue
    missing.set(space.model, (missing.get(space.model) ?? 0) + 1)
  }
  if (missing.size === 0) return ok(check, 'Every knowledge base has a model that is configured.')
  const named = [...missing].map(([model, count]) => `${model} (${count})`).join(', ')
  return problem(
    check,
    `Knowledge bases have vectors of models that are not configured: ${named}.`,
    'Add these models to EMBEDDING_MODEL_DIR (folders separated by commas) or EMBEDDING_URL, or re-embed with footnote reembed.',
  )
}
