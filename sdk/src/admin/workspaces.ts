import type { AdminCalls } from '../wire/admin-calls.ts'
import type { Workspace, WorkspaceBody, WorkspacePatch } from '../wire/admin.ts'

export type { Workspace }
export type WorkspaceInput = WorkspaceBody
export type WorkspaceChange = WorkspacePatch

/** Workspaces, which own knowledge bases. */
export const workspaceCalls = (calls: AdminCalls) => ({
  create: calls.createWorkspace,
  list: calls.listWorkspaces,
  get: calls.getWorkspace,
  change: calls.changeWorkspace,
  /** Readers lose access at once; the data is deleted soon after. */
  remove: calls.deleteWorkspace,
  /** What is used of the limits, and what was used each day. */
  usage: calls.getWorkspaceUsage,
})
