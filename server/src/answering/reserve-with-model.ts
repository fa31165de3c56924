import { sql } from 'kysely'
import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { StoredAnswerModel } from '../models/language/language-models.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { runAsTenant } from '../platform/database/tenant.ts'
import { AllowanceSpent, reservation } from '../workspaces/quota.ts'

export type AnswerSettings = StoredAnswerModel & { answerability: Answerability }

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
      select answer_model, answer_model_key, answerability,
             ${reservation(reservationId, leaseSeconds)} as reserved
      from knowledge_bases where id = ${sql.lit(tenant.knowledgeBaseId)}`,
  )
  if (!row) throw new Error('The knowledge base is gone')
  if (!row.reserved) throw new AllowanceSpent()
  return row
}
