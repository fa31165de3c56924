import type { SourceBody } from '@footnote/contract/admin/sources'
import type { Visibility } from '@footnote/contract/visibility'
import { moreOpen } from '@footnote/contract/visibility'
import { isReadPublicly } from '../../knowledge/group-readers.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { widensAccess } from './access-widening.ts'

type Access = {
  visibility: Visibility
  rules: SourceBody['rules']
  group_id: string | null
}

/** What pages behind a credential are unless an operator says otherwise. */
export const privateVisibility = async (
  tx: TenantTransaction,
  groupId: string | null,
): Promise<Visibility> =>
  groupId === null || (await isReadPublicly(tx, groupId)) ? 'restricted' : 'unlisted'

/**
 * Refuses what would show pages behind a credential to everyone, unless the request says in so many words
 * that it may. `before`: how they are shown already.
 */
export async function requirePrivate(
  tx: TenantTransaction,
  after: Access,
  isOpenAllowed: boolean,
  before?: Access,
): Promise<void> {
  if (isOpenAllowed || !(await isOpen(tx, after))) return
  if (before && !widens(before, after) && (await isOpen(tx, before))) return
  const message =
    'must be true to show pages that need signing in to everyone who can ask here. Or make them ' +
    'restricted, or unlisted in a group that no public key reads'
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'open_private_pages', message }] })
}

async function isOpen(tx: TenantTransaction, access: Access): Promise<boolean> {
  for (const { visibility, group_id } of possibleAccess(access)) {
    if (moreOpen(visibility, await privateVisibility(tx, group_id))) return true
  }
  return false
}

/** What a page may get: the visibility of one rule, and the group of the same or of another. */
function possibleAccess({ visibility, group_id, rules }: Access) {
  const groupsIn = (some: Access['rules']) =>
    some.map((rule) => rule.group_id).filter((id) => id !== undefined)
  const combine = (one: Visibility, groups: readonly (string | null)[]) =>
    [...new Set(groups)].map((group) => ({ visibility: one, group_id: group }))
  const anyGroup = [group_id, ...groupsIn(rules)]
  return [
    ...combine(visibility, anyGroup),
    ...rules.flatMap((rule, place) => {
      if (rule.visibility === undefined) return []
      // Where a rule says both, only one before it can say another group.
      const groups = rule.group_id === undefined ? anyGroup : groupsIn(rules.slice(0, place + 1))
      return combine(rule.visibility, groups)
    }),
  ]
}

const widens = (before: Access, after: Access): boolean =>
  after.group_id !== before.group_id ||
  moreOpen(after.visibility, before.visibility) ||
  widensAccess(before.rules, after.rules)
