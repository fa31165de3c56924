import type { OpenDatabase } from '../../../server/src/platform/database/db.ts'
import { openDatabase } from '../../../server/src/platform/database/db.ts'
import type { DatabaseRole } from '../../../server/src/platform/database/connection-role.ts'
import type { Db } from '../../../server/src/platform/database/db.ts'
import { newId } from '../../../server/src/platform/new-id.ts'
import type { Tenant } from '../../../server/src/platform/database/tenant.ts'
import { withTenant, withWorkspace } from '../../../server/src/platform/database/tenant.ts'
import { createKnowledgeBase } from '../../../server/src/knowledge/knowledge-bases.ts'
import { createWorkspace } from '../../../server/src/workspaces/workspaces.ts'

export const openAs = (
  url: string,
  role: DatabaseRole,
  statementTimeoutMs = 20_000,
): OpenDatabase =>
  openDatabase({
    url,
    role,
    maxConnections: 8,
    statementTimeoutMs,
    onIdleError: () => undefined,
  })

/** A workspace with one empty knowledge base. Vectors have three dimensions, to be read by eye. */
export async function seedTenant(workerDb: Db, name = 'Test'): Promise<Tenant> {
  const tenant = { workspaceId: newId(), knowledgeBaseId: newId() }
  await withWorkspace(workerDb, tenant.workspaceId, (tx) =>
    createWorkspace(tx, tenant.workspaceId, {
      name,
      plan: 'free',
      retention: 'standard',
      monthly_question_allowance: null,
    }),
  )
  await withTenant(workerDb, tenant, (tx) =>
    createKnowledgeBase(tx, tenant, name, { model: 'test', dimensions: 3 }),
  )
  return tenant
}
