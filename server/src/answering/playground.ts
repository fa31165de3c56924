import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { Trace } from '@footnote/contract/admin/messages'
import type {
  PlaygroundBody,
  PlaygroundFrame,
  PlaygroundTurn,
} from '@footnote/contract/admin/answers/playground'
import type { ChatFrame, LastFrame } from '@footnote/contract/public/chat'
import type { GroupReader } from '../access/effective-groups.ts'
import { findCallerOfKey } from '../access/clients/find-key.ts'
import { findTenantFields } from '../access/tenant-fields.ts'
import type { Turn } from '../conversations/threads.ts'
import { findAnswerModel } from '../knowledge/answer-model.ts'
import type { LanguageModel, Prompt } from '../models/language/language-model.ts'
import type { LanguageModels } from '../models/language/language-models.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { hasVerifiedAnswers } from '../questions/verified/has-verified-answers.ts'
import { withoutQuestions } from '../platform/metrics.ts'
import { Refusal } from '../platform/refusal.ts'
import type { AdmittedQuestion, Asking } from './admit.ts'
import type { AnsweringDeps } from './answer.ts'
import { answer } from './answer.ts'
import type { BegunTurn } from './begin-turn.ts'
import { revalidateAccess } from './revalidate-access.ts'

export type Trial = {
  model: LanguageModel | null
  turns: readonly PlaygroundTurn[]
  /** Nothing but the search and the model answers: they are what is evaluated. */
  withoutVerified?: true
}

/**
 * Answers as a reader is answered, and keeps nothing: no question is reserved, no turn is stored, no
 * metric counts it. The last frame has the trace instead.
 */
export async function* answerInPlayground(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  { model, turns, withoutVerified }: Trial,
  signal: AbortSignal,
): AsyncGenerator<readonly PlaygroundFrame[]> {
  let trace: Trace | undefined
  const settings = await readSettings(deps.db, question.caller)
  const begin = async (): Promise<BegunTurn> => ({
    model,
    isCostCapped: false,
    answerability: settings.answerability,
    maySplit: settings.split_questions,
    hasVerified: settings.has_verified && withoutVerified !== true,
    turns: turns.map(asTurn),
    setLostUsage: () => undefined,
    commitCount: async () => undefined,
    async commit(answered, prompt) {
      await revalidateAccess(deps.db, question, answered.sourceDocumentIds)
      trace = withPrompt(answered.trace, prompt)
      return { isStored: false }
    },
    [Symbol.asyncDispose]: async () => undefined,
  })
  const failures = { record: () => undefined }
  const uncounted = { ...deps, metrics: withoutQuestions(deps.metrics), failures }
  for await (const frames of answer(uncounted, question, signal, begin)) {
    yield frames.map((frame) => (isLast(frame) ? withTrace(frame, trace) : frame))
  }
}

const readSettings = (
  db: Db,
  tenant: Tenant,
): Promise<{ answerability: Answerability; split_questions: boolean; has_verified: boolean }> =>
  withTenant(db, tenant, (tx) =>
    tx
      .selectFrom('knowledge_bases')
      .select(['answerability', 'split_questions', hasVerifiedAnswers.as('has_verified')])
      .where('id', '=', tenant.knowledgeBaseId)
      .executeTakeFirstOrThrow(),
  )

const isLast = (frame: ChatFrame): frame is LastFrame => 'done' in frame && frame.done

function withTrace(frame: LastFrame, trace: Trace | undefined): PlaygroundFrame {
  if (!trace) throw new Error('The answer ended before its trace was stored')
  return { ...frame, trace }
}

/** The operator sent the text, so no document has to be checked for it. */
const asTurn = ({ question, answer: said }: PlaygroundTurn): Turn => ({
  messageId: '',
  question,
  answer: said,
  sourceDocumentIds: [],
  shown: [],
})

/** As it was sent, with the role before each message. Earlier turns have no ids here. */
function withPrompt(trace: Trace, prompt: Prompt | null): Trace {
  const text =
    prompt &&
    [{ role: 'system', content: prompt.system }, ...prompt.messages]
      .map(({ role, content }) => `${role}:\n${content}`)
      .join('\n\n')
  return { ...trace, prompt: { ...trace.prompt, earlier_message_ids: [], text } }
}

/** Refuses another model than the deployment's where the deployment pays for it. */
export async function chooseModel(
  { db, languageModels }: { db: Db; languageModels: LanguageModels },
  tenant: Tenant,
  { model }: Pick<PlaygroundBody, 'model'>,
): Promise<LanguageModel | null> {
  if (model === 'extract') return null
  const { knowledgeBaseId } = tenant
  const stored = await withTenant(db, tenant, (tx) => findAnswerModel(tx, knowledgeBaseId))
  if (model === undefined) return languageModels.of(stored, knowledgeBaseId)
  if (typeof stored.answer_model !== 'object' || stored.answer_model === null) {
    const message = 'can be chosen only for a knowledge base with a model and key of its own'
    throw new Refusal('BAD_REQUEST', { details: [{ path: 'model', message }] })
  }
  return languageModels.of(
    { ...stored, answer_model: { ...stored.answer_model, model } },
    knowledgeBaseId,
  )
}

/** Who asks a question of the playground or an evaluation. */
export type TrialCaller = Asking & GroupReader

/** Read by the role that serves readers, so that the operator sees what they would. */
export const findTrialCaller = (
  db: Db,
  tenant: Tenant,
  keyId: string | undefined,
): Promise<TrialCaller> =>
  withTenant(db, tenant, async (tx) => {
    if (keyId !== undefined) {
      const caller = await findCallerOfKey(tx, keyId)
      if (!caller) throw new Refusal('NOT_FOUND')
      return caller
    }
    const fields = await findTenantFields(tx, tenant.knowledgeBaseId)
    if (!fields) throw new Refusal('NOT_FOUND')
    // An operator may read what is for signed readers alone.
    const all = { allowedGroupIds: [], signedGroups: [], reader: null }
    return { ...tenant, ...fields, ...all, keyId: null }
  })
