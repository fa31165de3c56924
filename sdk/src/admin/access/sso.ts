import type { SsoBody, SsoSettings, SsoStatus, SsoTest } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { SsoSettings, SsoStatus, SsoTest }
export type SsoInput = SsoBody

/** Single sign-on of a workspace. */
export function ssoCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/workspaces/${id}/sso`
  return {
    get: (workspaceId: string, options?: CallOptions): Promise<SsoStatus> =>
      request(connection, { method: 'GET', path: base(workspaceId) }, options),
    put: (workspaceId: string, body: SsoInput, options?: CallOptions): Promise<SsoSettings> =>
      request(connection, { method: 'PUT', path: base(workspaceId), body }, options),
    delete: (workspaceId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: base(workspaceId) }, options),
    /** Whether the provider can be reached. It signs nobody in. */
    test: (workspaceId: string, options?: CallOptions): Promise<SsoTest> =>
      request(connection, { method: 'POST', path: `${base(workspaceId)}/test` }, options),
  }
}
