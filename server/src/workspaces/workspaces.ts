import type { Selectable } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { Db } from '../platform/db.ts'
import { newId } from '../platform/new-id.ts'
import type { TenantTransaction } from '../platform/tenant.ts'
import { withWorkspace } from '../platform/tenant.ts'

export type Workspace = Selectable<Database['workspaces']>

export type NewWorkspace = Pick<
  Workspace,
  'name' | 'plan' | 'retention' | 'monthly_question_allowance'
> &
  Partial<Pick<Workspace, 'thread_retention_days'>>

export function createWorkspace(db: Db, workspace: NewWorkspace): Promise<Workspace> {
  const id = newId()
  return withWorkspace(db, id, (tx) =>
    tx
      .insertInto('workspaces')
      .values({ id, ...workspace })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** The operator's directory. Only the worker role may read it whole. */
export const listWorkspaces = (db: Db): Promise<Workspace[]> =>
  db.selectFrom('workspaces').selectAll().orderBy('id').execute()

export const findWorkspace = (db: Db, id: string): Promise<Workspace | undefined> =>
  db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined when there is no such workspace. */
export const changeWorkspace = (
  tx: TenantTransaction,
  id: string,
  change: Partial<NewWorkspace>,
): Promise<Workspace | undefined> =>
  tx.updateTable('workspaces').set(change).where('id', '=', id).returningAll().executeTakeFirst()
