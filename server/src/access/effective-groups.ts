import type { Db } from '../platform/database/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { isId } from '@footnote/contract/id'
import type { Caller } from './caller.ts'

/**
 * The groups a request may read, or null for all. Requested groups must exist in the caller's
 * knowledge base and be among the key's own. Without a request, the key's own groups apply.
 */
export async function effectiveGroups(
  db: Db,
  caller: Tenant & Pick<Caller, 'allowedGroupIds'>,
  requested: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  const allowed = caller.allowedGroupIds
  if (requested === undefined) return allowed.length > 0 ? allowed : null
  // Must never mean everything. The schemas refuse it with a better message.
  if (requested.length === 0) throw new Refusal('BAD_REQUEST')
  const wanted = [...new Set(requested)]
  const permitted = (id: string) => isId(id) && (allowed.length === 0 || allowed.includes(id))
  if (!wanted.every(permitted)) throw new Refusal('GROUP_NOT_ALLOWED')
  const existing = await readAsTenant(db, caller, (tx) =>
    tx.selectFrom('source_groups').select('id').where('id', 'in', wanted).execute(),
  )
  if (existing.length !== wanted.length) throw new Refusal('GROUP_NOT_ALLOWED')
  return wanted
}
