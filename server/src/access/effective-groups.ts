import { isId } from '@footnote/contract/id'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { UNGROUPED } from '../platform/database/group-scope.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Caller } from './caller.ts'

/** What decides which groups somebody reads. */
export type GroupReader = Tenant & Pick<Caller, 'allowedGroupIds' | 'signedGroups' | 'reader'>

/**
 * The groups a request may read, or null for all: those of the key, without those that only signed readers
 * read and the reader's token does not name. Requested groups must exist in the caller's knowledge base and
 * be among them.
 */
export async function effectiveGroups(
  db: Db,
  caller: GroupReader,
  requested: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  const { allowedGroupIds: allowed } = caller
  const closed = closedGroups(caller)
  if (requested === undefined) {
    if (allowed.length > 0) return allowed.filter((id) => !closed.has(id))
    return closed.size === 0 ? null : allBut(db, caller, closed)
  }
  // Must never mean everything. The schemas refuse it with a better message.
  if (requested.length === 0) throw new Refusal('BAD_REQUEST')
  const wanted = [...new Set(requested)]
  const permitted = (id: string) =>
    isId(id) && !closed.has(id) && (allowed.length === 0 || allowed.includes(id))
  if (!wanted.every(permitted)) throw new Refusal('GROUP_NOT_ALLOWED')
  const existing = await readAsTenant(db, caller, (tx) =>
    tx.selectFrom('source_groups').select('id').where('id', 'in', wanted).execute(),
  )
  if (existing.length !== wanted.length) throw new Refusal('GROUP_NOT_ALLOWED')
  return wanted
}

/** The groups of signed readers that this one may not read. */
function closedGroups({ signedGroups, reader }: GroupReader): ReadonlySet<string> {
  const opened = new Set(reader?.groupIds)
  return new Set(signedGroups.map(({ id }) => id).filter((id) => !opened.has(id)))
}

async function allBut(
  db: Db,
  caller: GroupReader,
  closed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const groups = await readAsTenant(db, caller, (tx) =>
    tx.selectFrom('source_groups').select('id').execute(),
  )
  return [UNGROUPED, ...groups.map(({ id }) => id).filter((id) => !closed.has(id))]
}
