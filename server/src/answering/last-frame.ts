import { POWERED_BY } from '@footnote/contract/public/attribution'
import type { LastFrame } from '@footnote/contract/public/chat'
import type { Prompt, Written } from '../models/language/language-model.ts'
import { newId } from '../platform/new-id.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { VerifiedAnswer } from './citations/verify-citations.ts'
import { verifyCitations } from './citations/verify-citations.ts'
import type { Findings } from './gather-passages.ts'
import type { Timings } from './timings.ts'
import { traceOf } from './trace.ts'

export type Said = { text: string; usage: Written }

type Finished = Said & {
  declined: boolean
  smallTalk?: true
  findings: Findings
  /** What the model was given; null: no model was called. */
  prompt: Prompt | null
  timings: Timings
}

/** Committed before it is sent: a `message_id` that a reader has seen can always be rated. */
export async function lastFrame(
  question: AdmittedQuestion,
  turn: BegunTurn,
  finished: Finished,
): Promise<LastFrame> {
  const { findings, declined } = finished
  const verified = declined
    ? uncited(finished.text)
    : verifyCitations(finished.text, findings.citable, question.text)
  finished.timings.mark('settled')
  const ids = { threadId: question.threadId ?? newId(), messageId: newId() }
  const answered = {
    ...ids,
    isFollowUp: question.threadId !== null,
    knowledgeBaseId: question.caller.knowledgeBaseId,
    asker: question.asker,
    widgetId: question.widget?.id ?? null,
    source: question.source,
    pageUrl: question.pageUrl,
    question: question.text,
    answer: verified.text,
    citations: verified.citations,
    covered: !declined,
    sourceDocumentIds: documentsBehind(findings),
    trace: traceOf(question, turn, {
      ...finished,
      smallTalk: finished.smallTalk ?? false,
      dropped: verified.dropped,
    }),
  }
  const { isStored } = await turn.commit(answered, finished.prompt)
  return {
    done: true,
    covered: !declined,
    citations: verified.citations,
    ...(verified.answer === undefined ? {} : { answer: verified.answer }),
    ...POWERED_BY,
    ...(isStored ? { thread_id: ids.threadId, message_id: ids.messageId } : {}),
  }
}

const uncited = (text: string): VerifiedAnswer => ({
  text,
  answer: undefined,
  citations: [],
  dropped: [],
})

/** Includes those of earlier turns, since the answer may repeat them. */
export const documentsBehind = ({ used, turns }: Findings): string[] => [
  ...new Set([
    ...used.map(({ documentId }) => documentId),
    ...turns.flatMap(({ sourceDocumentIds }) => sourceDocumentIds),
  ]),
]
