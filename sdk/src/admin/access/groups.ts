import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { DeleteGroupQuery, Group, GroupBody, GroupPatch } from '../../wire/admin.ts'

export type { Group }
export type GroupInput = GroupBody
export type GroupDeletionInput = DeleteGroupQuery
export type GroupChange = GroupPatch

/** Named parts of a knowledge base. */
export const groupCalls = (calls: AdminCalls) => ({
  create: calls.createGroup,
  list: calls.listGroups,
  get: calls.getGroup,
  change: calls.changeGroup,
  /** Refused while documents or sources are in it, unless `move_to` says where they go. */
  remove: calls.deleteGroup,
})
