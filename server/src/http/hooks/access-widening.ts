import type { SourceBody } from '@footnote/contract/admin/sources'
import { includesRole } from '@footnote/contract/role'
import type { Visibility } from '@footnote/contract/visibility'
import { moreOpen } from '@footnote/contract/visibility'
import type { FastifyRequest } from 'fastify'
import { isReadByMore } from '../../knowledge/group-readers.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { requireRole } from './admin-policy.ts'

type Rules = SourceBody['visibility_rules']

type Access = { visibility: Visibility; visibility_rules?: Rules }
type Change = { visibility?: Visibility | undefined; visibility_rules?: Rules | undefined }

/** Only an admin lets readers see more than before. Something new had no readers yet. */
export function requireMayWidenAccess(
  { operator }: Pick<FastifyRequest, 'operator'>,
  before: Access | undefined,
  { visibility, visibility_rules }: Change,
): void {
  if (!before) return
  const opens = visibility !== undefined && moreOpen(visibility, before.visibility)
  const rules = before.visibility_rules ?? []
  if (opens || (visibility_rules && widensAccess(rules, visibility_rules))) {
    requireRole(operator.role, 'admin')
  }
}

type Grouped = { group_id: string | null }

/** Only an admin moves something to a group that others read. */
export async function requireMayMove(
  tx: TenantTransaction,
  { operator }: Pick<FastifyRequest, 'operator'>,
  before: Grouped | undefined,
  to: string | null | undefined,
): Promise<void> {
  if (!before || !to || to === before.group_id || includesRole(operator.role, 'admin')) return
  if (await isReadByMore(tx, before.group_id, to)) requireRole(operator.role, 'admin')
}

/** The first rule that matches counts, so only more rules that restrict are sure to show nothing more. */
export function widensAccess(before: Rules, after: Rules): boolean {
  const left = [...before]
  for (const rule of after) {
    if (left[0] && JSON.stringify(rule) === JSON.stringify(left[0])) left.shift()
    else if (rule.visibility !== 'restricted') return true
  }
  return left.length > 0
}
