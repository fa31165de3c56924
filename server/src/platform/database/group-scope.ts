import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** The groups that somebody reads; null: all of them, and documents in none. */
export type GroupScope = readonly string[] | null

/** In a list of groups: documents that are in none. No group has this id. */
export const UNGROUPED = '00000000-0000-0000-0000-000000000000'

/** Whether a document of the group is read. */
export function inGroups(groupIds: GroupScope, groupId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (groupIds === null) return sql<boolean>`true`
  return groupIds.includes(UNGROUPED)
    ? sql<boolean>`(${groupId} = any(${groupIds}::uuid[]) or ${groupId} is null)`
    : sql<boolean>`${groupId} = any(${groupIds}::uuid[])`
}

/** The same of one document. */
export const isInGroups = (groupIds: GroupScope, groupId: string | null): boolean =>
  groupIds === null || groupIds.includes(groupId ?? UNGROUPED)
