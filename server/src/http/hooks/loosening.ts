import type { SourceBody } from '@footnote/contract/admin/sources'
import type { Visibility } from '@footnote/contract/visibility'
import type { FastifyRequest } from 'fastify'
import { requireRole } from './admin-policy.ts'

type Rules = SourceBody['visibility_rules']

const OPENNESS: Record<Visibility, number> = { restricted: 0, unlisted: 1, public: 2 }

type Access = { visibility: Visibility; visibility_rules?: Rules }
type Change = { visibility?: Visibility | undefined; visibility_rules?: Rules | undefined }

/** Only an admin lets readers see more than before. Something new has nothing to loosen. */
export function requireMayLoosen(
  { operator }: Pick<FastifyRequest, 'operator'>,
  before: Access | undefined,
  { visibility, visibility_rules }: Change,
): void {
  if (!before) return
  const opens = visibility !== undefined && OPENNESS[visibility] > OPENNESS[before.visibility]
  const rules = before.visibility_rules ?? []
  if (opens || (visibility_rules && loosens(rules, visibility_rules))) {
    requireRole(operator.role, 'admin')
  }
}

/** The first rule that matches counts, so only more rules that restrict are sure to show nothing more. */
export function loosens(before: Rules, after: Rules): boolean {
  const left = [...before]
  for (const rule of after) {
    if (left[0] && JSON.stringify(rule) === JSON.stringify(left[0])) left.shift()
    else if (rule.visibility !== 'restricted') return true
  }
  return left.length > 0
}
