import { sql } from 'kysely'
import type { StoredAnswerModel } from '../models/language-models.ts'
import type { Db } from '../platform/db.ts'
import type { Tenant } from '../platform/tenant.ts'
import { runAsTenant } from '../platform/tenant.ts'
import { AllowanceSpent, reservation } from '../workspaces/quota.ts'

/** Reserves a question and reads which model is to answer it, in one round trip. */
export async function reserveWithModel(
  db: Db,
  tenant: Tenant,
  reservationId: string,
  leaseSeconds: number,
): Promise<StoredAnswerModel> {
  const [row] = await runAsTenant(
    db,
    tenant,
    sql<StoredAnswerModel & { reserved: boolean }>`
      select answer_model, answer_model_key,
             ${reservation(reservationId, leaseSeconds)} as reserved
      from knowledge_bases where id = ${sql.lit(tenant.knowledgeBaseId)}`,
  )
  if (!row) throw new Error('The knowledge base is gone')
  if (!row.reserved) throw new AllowanceSpent()
  return row
}
