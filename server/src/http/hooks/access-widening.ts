import { isDeepStrictEqual } from 'node:util'
import type { SourceBody } from '@footnote/contract/admin/sources'
import { includesRole } from '@footnote/contract/role'
import type { Visibility } from '@footnote/contract/visibility'
import { moreOpen } from '@footnote/contract/visibility'
import type { FastifyRequest } from 'fastify'
import { isReadByMore } from '../../knowledge/group-readers.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { requireRole } from './admin-policy.ts'

type Rules = SourceBody['rules']

type Access = { visibility: Visibility; rules?: Rules }
type Change = { visibility?: Visibility | undefined; rules?: Rules | undefined }

/** Only an admin lets readers see more than before. Something new had no readers yet. */
export function requireMayWidenAccess(
  { operator }: Pick<FastifyRequest, 'operator'>,
  before: Access | undefined,
  { visibility, rules }: Change,
): void {
  if (!before) return
  const opens = visibility !== undefined && moreOpen(visibility, before.visibility)
  if (opens || (rules && widensAccess(before.rules ?? [], rules))) {
    requireRole(operator.role, 'admin')
  }
}

type Grouped = { group_id: string | null }

/** Only an admin moves something to where others read it. */
export async function requireMayMove(
  tx: TenantTransaction,
  { operator }: Pick<FastifyRequest, 'operator'>,
  before: Grouped | undefined,
  to: string | null | undefined,
): Promise<void> {
  if (!before || to === undefined || to === before.group_id) return
  if (includesRole(operator.role, 'admin')) return
  if (await isReadByMore(tx, before.group_id, to)) requireRole(operator.role, 'admin')
}

/** The first rule that matches counts, so only more rules that restrict are sure to show nothing more. */
export function widensAccess(before: Rules, after: Rules): boolean {
  const left = toAccess(before)
  for (const rule of toAccess(after)) {
    if (left[0] && isDeepStrictEqual(rule, left[0])) left.shift()
    else if (rule.visibility !== 'restricted' || rule.group_id !== undefined) return true
  }
  return left.length > 0
}

/** Labels let nobody read more. */
const toAccess = (rules: Rules) =>
  rules
    .map(({ match, visibility, group_id }) => ({ match, visibility, group_id }))
    .filter(({ visibility, group_id }) => visibility !== undefined || group_id !== undefined)
