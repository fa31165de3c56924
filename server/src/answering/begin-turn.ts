import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import { redactTurn } from '../conversations/redact-reader-text.ts'
import type { NewTurn } from '../conversations/save-turn.ts'
import { countTurn, saveTurn } from '../conversations/save-turn.ts'
import type { Turn } from '../conversations/threads.ts'
import { readableTurns } from '../conversations/threads.ts'
import type { LanguageModel, Prompt } from '../models/language/language-model.ts'
import type { LanguageModels } from '../models/language/language-models.ts'
import type { Db } from '../platform/database/db.ts'
import { newId } from '../platform/new-id.ts'
import { readAsTenant, withTenant } from '../platform/database/tenant.ts'
import { countLostAnswer, releaseReservation, commitReservation } from '../workspaces/quota.ts'
import type { AdmittedQuestion } from './admit.ts'
import { reserveWithModel } from './reserve-with-model.ts'
import { AccessRevoked, commitAnswer } from './revalidate-access.ts'
import type { EstimatedUsage } from './writing/estimate-usage.ts'

/** More would not fit their share of the prompt. */
const MAX_TURNS = 8

/** Stored traces do not have the prompt: the passages and turns that it is made of are stored already. */
export type AnsweredTurn = NewTurn

export type BegunTurn = {
  /** null: answers quote the passages. */
  model: LanguageModel | null
  /** There is a model, and asking it would go beyond what the workspace may spend today. */
  isCostCapped: boolean
  /** Nothing is quoted where the model fails: it is a model's text that is wanted. */
  wantsModel?: true
  /** How sure the service must be that the documents answer. */
  answerability: Answerability
  /** Whether the model may split a question into several searches. */
  maySplit: boolean
  /** Whether an answer of the team may be given: there are some. */
  hasVerified: boolean
  turns: Turn[]
  /** Whether what is said may be part of a trace. */
  mayTraceText?: boolean
  /** Estimates what the model cost if the answer is never committed. null: nothing. */
  setLostUsage(estimate: () => EstimatedUsage | null): void
  /** Commits the reservation, and stores nothing. */
  commitCount(): Promise<void>
  /**
   * Commits the reservation and stores the answer in the same transaction; under Zero data retention
   * it is only counted. Throws `AccessRevoked` when the answer may no longer be given.
   */
  commit(answer: AnsweredTurn, prompt: Prompt | null): Promise<{ isStored: boolean }>
  /** Releases the reservation unless it was committed. */
  [Symbol.asyncDispose](): Promise<void>
}

export type BeginDeps = { db: Db; languageModels: LanguageModels }

/** Reserves the question before any model is called, and loads the model and the earlier turns. */
export async function beginTurn(
  { db, languageModels }: BeginDeps,
  question: AdmittedQuestion,
  leaseSeconds: number,
): Promise<BegunTurn> {
  const { caller, threadId, groupIds } = question
  const reservationId = newId()
  const turns =
    threadId === null
      ? []
      : await readAsTenant(db, caller, (tx) => readableTurns(tx, threadId, groupIds, MAX_TURNS))
  const settings = await reserveWithModel(db, caller, reservationId, leaseSeconds)
  const model = languageModels.of(settings, caller.knowledgeBaseId)
  const isCostCapped = settings.is_capped && model !== null
  let committed = false
  let ended = false
  let lostUsage: () => EstimatedUsage | null = () => null
  return {
    model: isCostCapped ? null : model,
    isCostCapped,
    answerability: settings.answerability,
    maySplit: settings.split_questions,
    hasVerified: settings.has_verified,
    mayTraceText: caller.retention === 'standard' && !settings.is_redacted,
    turns,
    setLostUsage(estimate) {
      lostUsage = estimate
    },
    async commitCount() {
      await withTenant(db, caller, (tx) => commitReservation(tx, reservationId))
      committed = true
    },
    async commit(answer) {
      const { sourceDocumentIds } = answer
      const isStored = await commitAnswer(db, question, sourceDocumentIds, async (tx, kept) => {
        // A question asked under Zero data retention is never stored, whatever the setting is now.
        const isKept = kept.retention === 'standard' && caller.retention === 'standard'
        if (!isKept) {
          await countTurn(tx, answer, reservationId)
          return false
        }
        const redacted = redactTurn(answer, kept.redact, caller.languages)
        const isSaved = await saveTurn(tx, redacted, reservationId, {
          isPacked: kept.packs_answers,
        })
        if (!isSaved) throw new AccessRevoked('thread')
        await question.afterStored?.(tx, answer.messageId)
        return true
      })
      committed = true
      ended = true
      return { isStored }
    },
    async [Symbol.asyncDispose]() {
      // If this fails, the reservation expires with its lease.
      if (!committed) await releaseReservation(db, caller, reservationId).catch(() => undefined)
      const usage = ended ? null : lostUsage()
      if (model && usage)
        await countLostAnswer(db, caller, model.name, usage).catch(() => undefined)
    },
  }
}
