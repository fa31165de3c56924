import type { Db } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { withTenant } from '../platform/tenant.ts'
import { isId } from '@footnote/contract/id'
import type { Caller } from './caller.ts'

/**
 * The groups a request may read, or null for all. Asked-for groups must exist in the caller's
 * knowledge base and lie within the key's own; without any asked for, the key's own apply.
 */
export async function effectiveGroups(
  db: Db,
  caller: Caller,
  requested: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  const allowed = caller.allowedGroupIds
  if (requested === undefined || requested.length === 0) {
    return allowed.length > 0 ? allowed : null
  }
  const wanted = [...new Set(requested)]
  const permitted = (id: string) => isId(id) && (allowed.length === 0 || allowed.includes(id))
  if (!wanted.every(permitted)) throw new Refusal('GROUP_NOT_ALLOWED')
  const existing = await withTenant(db, caller, (tx) =>
    tx.selectFrom('source_groups').select('id').where('id', 'in', wanted).execute(),
  )
  if (existing.length !== wanted.length) throw new Refusal('GROUP_NOT_ALLOWED')
  return wanted
}
