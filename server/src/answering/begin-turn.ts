import type { NewTurn } from '../conversations/save-turn.ts'
import { saveTurn } from '../conversations/save-turn.ts'
import type { Turn } from '../conversations/threads.ts'
import { readableTurns } from '../conversations/threads.ts'
import type { LanguageModel } from '../models/language-model.ts'
import type { LanguageModels } from '../models/language-models.ts'
import type { Db } from '../platform/db.ts'
import { newId } from '../platform/new-id.ts'
import { withTenant } from '../platform/tenant.ts'
import { releaseQuestion, settleQuestion } from '../workspaces/quota.ts'
import type { AdmittedQuestion } from './admit.ts'
import { reserveWithModel } from './reserve-with-model.ts'

/** More would not fit a prompt's share for them. */
const MOST_TURNS = 8

export type BegunTurn = {
  /** null: answers are quoted, not written. */
  model: LanguageModel | null
  turns: Turn[]
  /** Counts the question as answered; stores the answer in the same transaction. */
  settle(answer?: NewTurn): Promise<void>
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
  const turns =
    threadId === null
      ? []
      : await withTenant(db, caller, (tx) => readableTurns(tx, threadId, groupIds, MOST_TURNS))
  const stored = await reserveWithModel(db, caller, reservationId, leaseSeconds)
  let settled = false
  return {
    model: languageModels.of(stored, caller.knowledgeBaseId),
    turns,
    async settle(answer) {
      await withTenant(db, caller, (tx) =>
        answer ? saveTurn(tx, answer, reservationId) : settleQuestion(tx, reservationId),
      )
      settled = true
    },
    async [Symbol.asyncDispose]() {
      if (settled) return
      // What cannot be given back now comes back with the end of its lease.
      await releaseQuestion(db, caller, reservationId).catch(() => undefined)
    },
  }
}
