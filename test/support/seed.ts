import type { OpenDatabase } from '../../server/src/platform/db.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import type { DatabaseRole, Db } from '../../server/src/platform/db.ts'
import { newId } from '../../server/src/platform/new-id.ts'
import type { Tenant } from '../../server/src/platform/tenant.ts'
import { withTenant } from '../../server/src/platform/tenant.ts'
import { createKnowledgeBase } from '../../server/src/knowledge/knowledge-bases.ts'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'

export const openAs = (url: string, role: DatabaseRole): OpenDatabase =>
  openDatabase({
    url,
    role,
    maxConnections: 8,
    statementTimeoutMs: 20_000,
    onIdleError: () => undefined,
  })

/** A workspace with one empty knowledge base. Vectors have three dimensions, to be read by eye. */
export async function seedTenant(workerDb: Db, name = 'Test'): Promise<Tenant> {
  const workspace = await createWorkspace(workerDb, {
    name,
    plan: 'free',
    retention: 'standard',
    monthly_question_allowance: null,
  })
  const tenant = { workspaceId: workspace.id, knowledgeBaseId: newId() }
  await withTenant(workerDb, tenant, (tx) =>
    createKnowledgeBase(tx, tenant, name, { model: 'test', dimensions: 3 }),
  )
  return tenant
}
