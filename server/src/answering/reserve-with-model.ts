import { sql } from 'kysely'
import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { RedactKind, Retention } from '@footnote/contract/admin/workspaces'
import type { StoredAnswerModel } from '../models/language/language-models.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { runAsTenant } from '../platform/database/tenant.ts'
import { AllowanceSpent, costCapReached, reservation } from '../workspaces/quota.ts'

export type AnswerSettings = StoredAnswerModel & {
  answerability: Answerability
  /** How the workspace keeps answers now. */
  retention: Retention
  redact: RedactKind[]
  /** No model may be asked: it would cost more than the workspace wants to spend today. */
  is_capped: boolean
}

/** Reserves a question and reads how it is to be answered, in one round trip. */
export async function reserveWithModel(
  db: Db,
  tenant: Tenant,
  reservationId: string,
  leaseSeconds: number,
): Promise<AnswerSettings> {
  const [row] = await runAsTenant(
    db,
    tenant,
    sql<AnswerSettings & { reserved: boolean }>`
      select k.answer_model, k.answer_model_key, k.answerability, w.retention, w.redact,
             ${costCapReached} as is_capped, ${reservation(reservationId, leaseSeconds)} as reserved
      from knowledge_bases k join workspaces w on w.id = k.workspace_id
      where k.id = ${tenant.knowledgeBaseId}`,
  )
  if (!row) throw new Error('The knowledge base is gone')
  if (!row.reserved) throw new AllowanceSpent()
  return row
}
