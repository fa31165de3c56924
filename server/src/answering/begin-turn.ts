import type { Turn } from '../conversations/threads.ts'
import { readableTurns } from '../conversations/threads.ts'
import { findAnswerModel } from '../knowledge/answer-model.ts'
import type { LanguageModel } from '../models/language-model.ts'
import type { LanguageModels } from '../models/language-models.ts'
import type { Db } from '../platform/db.ts'
import { newId } from '../platform/new-id.ts'
import type { TenantTransaction } from '../platform/tenant.ts'
import { withTenant } from '../platform/tenant.ts'
import { releaseQuestion, reserveQuestion, settleQuestion } from '../workspaces/quota.ts'
import type { AdmittedQuestion } from './admit.ts'

/** More would not fit a prompt's share for them. */
const MOST_TURNS = 8

export type BegunTurn = {
  /** null: answers are quoted, not written. */
  model: LanguageModel | null
  turns: Turn[]
  /** Counts the question as answered, in the transaction of `store`. */
  settle(store?: (tx: TenantTransaction) => Promise<void>): Promise<void>
  /** Gives the question back, unless it was settled. */
  [Symbol.asyncDispose](): Promise<void>
}

export type BeginDeps = { db: Db; languageModels: LanguageModels }

/** Reserves the question before any model is called, and reads what the answer starts from. */
export async function beginTurn(
  { db, languageModels }: BeginDeps,
  { caller, threadId, groupIds }: AdmittedQuestion,
  leaseSeconds: number,
): Promise<BegunTurn> {
  const reservationId = newId()
  const { stored, turns } = await withTenant(db, caller, async (tx) => {
    await reserveQuestion(tx, reservationId, leaseSeconds)
    return {
      stored: await findAnswerModel(tx, caller.knowledgeBaseId),
      turns: threadId === null ? [] : await readableTurns(tx, threadId, groupIds, MOST_TURNS),
    }
  })
  let settled = false
  return {
    model: languageModels.of(stored, caller.knowledgeBaseId),
    turns,
    async settle(store) {
      await withTenant(db, caller, async (tx) => {
        await store?.(tx)
        // Last: it locks the workspace's count until the commit.
        await settleQuestion(tx, reservationId)
      })
      settled = true
    },
    async [Symbol.asyncDispose]() {
      if (settled) return
      // What cannot be given back now comes back with the end of its lease.
      await releaseQuestion(db, caller, reservationId).catch(() => undefined)
    },
  }
}
