import type {
  AuditEvent,
  AuditEventList,
  ListAuditEventsQuery,
  ListInstallationEventsQuery,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { AuditEvent }

/** Who changed what. `GET …/audit.csv` has all of it as CSV. */
export function auditCalls(connection: Connection) {
  return {
    list: (
      workspaceId: string,
      query: ListAuditEventsQuery = {},
      options?: CallOptions,
    ): Promise<AuditEventList> =>
      request(
        connection,
        { method: 'GET', path: path`/api/v1/admin/workspaces/${workspaceId}/audit`, query },
        options,
      ),
    /** Sign-ins and changes to accounts. For owners of the installation. */
    listInstallation: (
      query: ListInstallationEventsQuery = {},
      options?: CallOptions,
    ): Promise<AuditEventList> =>
      request(connection, { method: 'GET', path: '/api/v1/admin/audit', query }, options),
  }
}
