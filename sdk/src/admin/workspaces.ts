import type { Workspace, WorkspaceBody, WorkspaceList, WorkspacePatch } from '../wire/admin.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'
import type { UsageInput, WorkspaceUsage } from './cost/cost.ts'
import type { ListInput } from './listing.ts'
import { path } from '../transport/path.ts'

export type { Workspace }
export type WorkspaceInput = WorkspaceBody
export type WorkspaceChange = WorkspacePatch

/** Workspaces, which own knowledge bases. */
export function workspaceCalls(connection: Connection) {
  const base = '/api/v1/admin/workspaces'
  return {
    create: (body: WorkspaceInput, options?: CallOptions): Promise<Workspace> =>
      request(connection, { method: 'POST', path: base, body }, options),
    list: (query: ListInput = {}, options?: CallOptions): Promise<WorkspaceList> =>
      request(connection, { method: 'GET', path: base, query }, options),
    get: (id: string, options?: CallOptions): Promise<Workspace> =>
      request(connection, { method: 'GET', path: base + path`/${id}` }, options),
    change: (id: string, body: WorkspaceChange, options?: CallOptions): Promise<Workspace> =>
      request(connection, { method: 'PATCH', path: base + path`/${id}`, body }, options),
    /** Readers lose access at once; the data is deleted soon after. */
    remove: (id: string, options?: CallOptions): Promise<Workspace> =>
      request(connection, { method: 'DELETE', path: base + path`/${id}` }, options),
    /** What is used of the limits, and what was used each day. */
    usage: (id: string, query: UsageInput = {}, options?: CallOptions): Promise<WorkspaceUsage> =>
      request(connection, { method: 'GET', path: base + path`/${id}/usage`, query }, options),
  }
}
