import type { Db } from '../platform/db.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'
import { withTenant } from '../platform/tenant.ts'

/** Marks a document that could not be indexed. What was indexed of it before stays findable. */
export async function setAside(db: Db, job: IndexDocumentJob, reason: string): Promise<void> {
  await withTenant(db, job, (tx) =>
    tx
      .updateTable('documents')
      .set({ state: 'failed', state_reason: reason })
      .where('id', '=', job.documentId)
      .where('state', '=', 'pending')
      .execute(),
  )
}
