import { sql } from 'kysely'
import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { StoredAnswerModel } from '../models/language/language-models.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { runPrepared } from '../platform/database/statements.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { hasVerifiedAnswers } from '../questions/verified/has-verified-answers.ts'
import { AllowanceSpent, costCapReached, reserveQuestionSql } from '../workspaces/quota.ts'

export type AnswerSettings = StoredAnswerModel & {
  answerability: Answerability
  /** Whether a question with parts may be split into several searches. */
  split_questions: boolean
  /** Whether the team has verified answers. */
  has_verified: boolean
  /** No model may be asked: it would cost more than the workspace wants to spend today. */
  is_capped: boolean
  /** What readers type is redacted before it is stored. */
  is_redacted: boolean
}

/** Reserves a question and reads how it is to be answered, in one statement. */
export async function reserveWithModel(
  db: Db,
  tenant: Tenant,
  reservationId: string,
  leaseSeconds: number,
): Promise<AnswerSettings> {
  const statement = sql<AnswerSettings & { reserved: boolean }>`
    select k.answer_model, k.answer_model_key, k.answerability, k.split_questions,
           ${hasVerifiedAnswers} as has_verified,
           (select w.redact <> '{}' from workspaces w where w.id = k.workspace_id) as is_redacted,
           ${costCapReached} as is_capped, ${reserveQuestionSql(reservationId, leaseSeconds)} as reserved
    from knowledge_bases k
    where k.id = ${tenant.knowledgeBaseId}`
  const [row] = await withTenant(db, tenant, (tx) => runPrepared(tx, statement))
  if (!row) throw new Error('The knowledge base is gone')
  if (!row.reserved) throw new AllowanceSpent()
  return row
}
