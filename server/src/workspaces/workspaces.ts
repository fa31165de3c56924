import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import type { Page } from '../platform/page.ts'
import { Refusal } from '../platform/refusal.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { findHere } from '../platform/database/tenant.ts'

export type Workspace = Selectable<Database['workspaces']>

export type NewWorkspace = Pick<
  Workspace,
  'name' | 'plan' | 'retention' | 'monthly_question_allowance'
> &
  Partial<
    Pick<Workspace, 'thread_retention_days' | 'redact' | 'asker_storage' | 'audit_retention_days'>
  >

export const createWorkspace = (
  tx: TenantTransaction,
  id: string,
  workspace: NewWorkspace,
): Promise<Workspace> =>
  tx
    .insertInto('workspaces')
    .values({ id, ...workspace })
    .returningAll()
    .executeTakeFirstOrThrow()

/** All workspaces, or those with these ids. Only the worker role may read them all. */
export function listWorkspaces(
  db: Db,
  { limit, after }: Page,
  ids: 'all' | readonly string[],
): Promise<Workspace[]> {
  let query = db.selectFrom('workspaces').selectAll().orderBy('id').limit(limit)
  if (after !== undefined) query = query.where('id', '>', after)
  if (ids !== 'all') query = query.where('id', '=', sql<string>`any(${ids})`)
  return query.execute()
}

/** Refuses a workspace that no longer exists. */
export async function findWorkspace(db: Db, id: string): Promise<Workspace> {
  const found = await findRemainingWorkspace(db, id)
  if (found.deleting_at !== null) throw new Refusal('NOT_FOUND')
  return found
}

/** Including one that is being deleted. */
export async function findRemainingWorkspace(db: Db, id: string): Promise<Workspace> {
  const found = await findHere(db, id, () =>
    db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Undefined if there is no such workspace. */
export const changeWorkspace = (
  tx: TenantTransaction,
  id: string,
  change: Partial<NewWorkspace>,
): Promise<Workspace | undefined> =>
  tx
    .updateTable('workspaces')
    .set(change)
    .where('id', '=', id)
    .where('deleting_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
