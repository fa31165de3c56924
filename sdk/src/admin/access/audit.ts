import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { AuditEvent } from '../../wire/admin.ts'

export type { AuditEvent }

/** Who changed what. `GET …/audit.csv` has all of it as CSV. */
export const auditCalls = (calls: AdminCalls) => ({
  list: calls.listAuditEvents,
  /** Sign-ins and changes to accounts. For owners of the installation. */
  listInstallation: calls.listInstallationEvents,
})
