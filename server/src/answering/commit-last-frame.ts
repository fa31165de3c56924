import { POWERED_BY } from '@footnote/contract/public/attribution'
import type { LastFrame } from '@footnote/contract/public/chat'
import type { Prompt, Written } from '../models/language/language-model.ts'
import { newId } from '../platform/new-id.ts'
import { toFilterFields } from '../retrieval/document-scope.ts'
import { toWordFields } from '../retrieval/words/read-words.ts'
import { allTerms, analyseQuery } from '../text/analysed-query.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { Findings } from './gather-passages.ts'
import type { Settled } from './settle.ts'
import type { Timings } from './timings.ts'
import type { Fallback } from './trace.ts'
import { buildTrace } from './trace.ts'
import { readerLanguage } from './writing/reader-language.ts'

type Finished = {
  settled: Settled
  usage: Written
  /** A fixed reply, without a search. */
  smallTalk: boolean
  findings: Findings
  /** What the model was given; null: no model was called. */
  prompt: Prompt | null
  timings: Timings
  fallback?: Fallback | undefined
}

/** Committed before it is sent: a `message_id` that a reader has seen can always be rated. */
export async function commitLastFrame(
  question: AdmittedQuestion,
  turn: BegunTurn,
  finished: Finished,
): Promise<LastFrame> {
  const { findings, settled } = finished
  const covered = settled.declinedBy === null
  const ids = { threadId: question.threadId ?? newId(), messageId: newId() }
  const answered = {
    ...ids,
    isFollowUp: question.threadId !== null,
    knowledgeBaseId: question.caller.knowledgeBaseId,
    reader: question.caller.reader,
    asker: question.asker,
    widgetId: question.widget?.id ?? null,
    source: question.source,
    pageUrl: question.pageUrl,
    question: question.text,
    answer: settled.text,
    citations: settled.citations,
    covered,
    sourceDocumentIds: documentsBehind(findings),
    keyId: question.caller.keyId,
    language: readerLanguage(question.text, question.caller.languages),
    words: allTerms(analyseQuery(question.caller, question.text)),
    trace: buildTrace(question, turn, finished),
  }
  const { isStored } = await turn.commit(answered, finished.prompt)
  return {
    done: true,
    covered,
    citations: settled.citations,
    ...(settled.answer === undefined ? {} : { answer: settled.answer }),
    ...quotedReason(turn, finished),
    ...(findings.verified ? { verified_at: findings.verified.verifiedAt.toISOString() } : {}),
    ...toWordFields(findings.words),
    ...toFilterFields(question.filter),
    ...POWERED_BY,
    ...(isStored ? { thread_id: ids.threadId, message_id: ids.messageId } : {}),
  }
}

function quotedReason(
  { model }: BegunTurn,
  { settled, smallTalk, fallback, findings }: Finished,
): Pick<LastFrame, 'quoted'> {
  if (settled.declinedBy !== null || smallTalk || findings.verified) return {}
  if (fallback) return { quoted: fallback.reason }
  return model ? {} : { quoted: 'no_model' }
}

/** Includes those of earlier turns, since the answer may repeat them. */
export const documentsBehind = ({ used, turns }: Findings): string[] => [
  ...new Set([
    ...used.map(({ document_id }) => document_id),
    ...turns.flatMap(({ sourceDocumentIds }) => sourceDocumentIds),
  ]),
]
