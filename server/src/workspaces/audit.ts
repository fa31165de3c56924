import { newId } from '../platform/new-id.ts'
import type { TenantTransaction } from '../platform/tenant.ts'

export type AuditEvent = {
  workspaceId: string
  actor: string
  /** Resource and verb, such as `key.revoke`. */
  action: string
  subjectId: string
}

/** Written in the transaction of what it records: no change without its trace. */
export async function recordAudit(tx: TenantTransaction, event: AuditEvent): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
      workspace_id: event.workspaceId,
      id: newId(),
      actor: event.actor,
      action: event.action,
      subject_id: event.subjectId,
    })
    .execute()
}
