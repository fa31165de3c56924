import { POWERED_BY } from '@footnote/contract/attribution'
import type { ChatFrame, DeltaFrame, LastFrame } from '@footnote/contract/chat'
import type { Written } from '../models/language-model.ts'
import { ModelFailure } from '../models/model-failure.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import { newId } from '../platform/new-id.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BeginDeps, BegunTurn } from './begin-turn.ts'
import { beginTurn } from './begin-turn.ts'
import { createMarkerReader } from './citations/marker-reader.ts'
import type { Settled } from './citations/settle.ts'
import { settleCitations } from './citations/settle.ts'
import { startDeadline } from './deadline.ts'
import { abortCode, failureCode, failureFrame } from './failure.ts'
import type { Findings } from './find-sources.ts'
import { findSources } from './find-sources.ts'
import { notCoveredText } from './not-covered.ts'
import { readerLanguage } from './reader-language.ts'
import type { Timings } from './trace.ts'
import { createTimings, traceOf } from './trace.ts'
import { write } from './write.ts'

export type AnsweringSettings = {
  /** An answer still running after this ends with a `timeout` frame. */
  timeoutMs: number
  /** What passages and earlier turns may take of a model's context. */
  promptTokens: number
  maxOutputTokens: number
}

export type AnsweringDeps = RetrievalDeps & BeginDeps & { answering: AnsweringSettings; log: Log }

/** How it ended. */
export type AnswerOutcome = 'answered' | 'not_covered' | 'failed'

/**
 * Streams one answer, frames that are ready together at once. Never throws: every failure becomes the
 * last frame. A reader who leaves aborts the signal; whoever iterates goes on to the end.
 */
export async function* answer(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  readerSignal: AbortSignal,
): AsyncGenerator<readonly ChatFrame[], AnswerOutcome> {
  const { timeoutMs } = deps.answering
  using deadline = startDeadline(readerSignal, timeoutMs)
  const { signal } = deadline
  try {
    // The lease outlasts the answer, so what a killed process reserved is back within that time.
    await using turn = await beginTurn(deps, question, timeoutMs / 1000)
    return yield* answerTurn(deps, question, turn, signal)
  } catch (error) {
    const code = failureCode(error, signal)
    deps.metrics.answers.inc({ outcome: code })
    // The provider's status is all that is known here of its failure.
    const status = error instanceof ModelFailure ? error.statusCode : undefined
    const fields = { request_id: question.requestId, code, status, ...errorFields(error) }
    deps.log[code === 'internal' ? 'error' : 'info'](fields, 'an answer failed')
    yield [failureFrame(code, question.requestId)]
    return 'failed'
  }
}

async function* answerTurn(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  turn: BegunTurn,
  signal: AbortSignal,
): AsyncGenerator<readonly ChatFrame[], AnswerOutcome> {
  const timings = createTimings()
  const { promptTokens, maxOutputTokens } = deps.answering
  const findings = await findSources(deps, question, turn, { promptTokens, signal, timings })
  const { sources } = findings
  if (sources.length > 0) {
    yield [{ citations: sources.map(({ citation }) => citation), done: false }]
  }
  const pieces = write(question, turn, findings, { maxOutputTokens, signal })
  const said = yield* streamed(pieces, sources.length, turn, signal)
  timings.mark('written')
  if (said.text !== '') {
    yield [await lastFrame(deps, question, turn, { ...said, declined: false, findings, timings })]
    return 'answered'
  }
  const language = readerLanguage(question.text, question.caller.languages)
  const text = notCoveredText(language, question.caller.knowledgeBaseName)
  yield [{ delta: text, done: false }]
  yield [
    await lastFrame(deps, question, turn, { ...said, text, declined: true, findings, timings }),
  ]
  return 'not_covered'
}

type Said = { text: string; usage: Written }

async function* streamed(
  pieces: AsyncGenerator<readonly string[], Written>,
  sourceCount: number,
  turn: BegunTurn,
  signal: AbortSignal,
): AsyncGenerator<DeltaFrame[], Said> {
  const markers = createMarkerReader(sourceCount)
  let text = ''
  try {
    for (;;) {
      const next = await pieces.next()
      const deltas = next.done
        ? [markers.end()]
        : // NUL cannot be stored.
          next.value.map((piece) => markers.push(piece.replaceAll('\0', '')))
      const frames = deltas.filter((delta) => delta !== '').map(deltaFrame)
      if (frames.length > 0) {
        text += deltas.join('')
        yield frames
      }
      if (next.done) return { text, usage: next.value }
      signal.throwIfAborted()
    }
  } catch (error) {
    // A reader who left after the first words had the good of it: the question counts.
    const left = signal.aborted && abortCode(signal.reason) === 'cancelled'
    if (left && text !== '') await turn.settle()
    throw error
  } finally {
    await pieces.return({ inputTokens: undefined, outputTokens: undefined })
  }
}

const deltaFrame = (delta: string): DeltaFrame => ({ delta, done: false })

type Finished = Said & { declined: boolean; findings: Findings; timings: Timings }

/** Committed before it is sent: a `message_id` that a reader has seen can always be rated. */
async function lastFrame(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  turn: BegunTurn,
  finished: Finished,
): Promise<LastFrame> {
  const { findings, declined } = finished
  const { caller } = question
  const settled = declined
    ? uncited(finished.text)
    : settleCitations(finished.text, findings.sources)
  const outcome = declined ? 'not_covered' : 'answered'
  const frame = {
    done: true,
    citations: settled.citations,
    ...(settled.answer === undefined ? {} : { answer: settled.answer }),
    ...POWERED_BY,
  } as const
  if (caller.retention === 'zero') {
    await turn.settle()
    deps.metrics.answers.inc({ outcome })
    return frame
  }
  const ids = { threadId: question.threadId ?? newId(), messageId: newId() }
  await turn.settle({
    ...ids,
    knowledgeBaseId: caller.knowledgeBaseId,
    asker: question.asker,
    widgetId: question.widget?.id ?? null,
    source: question.source,
    pageUrl: question.pageUrl,
    question: question.text,
    answer: settled.text,
    citations: settled.citations,
    covered: !declined,
    sourceDocumentIds: sourceDocuments(findings),
    trace: traceOf(question, turn, { ...finished, dropped: settled.dropped }),
  })
  deps.metrics.answers.inc({ outcome })
  return { ...frame, thread_id: ids.threadId, message_id: ids.messageId }
}

const uncited = (text: string): Settled => ({ text, answer: undefined, citations: [], dropped: [] })

/** With the earlier turns' own: what they said may be said again. */
const sourceDocuments = ({ used, turns }: Findings): string[] => [
  ...new Set([
    ...used.map(({ documentId }) => documentId),
    ...turns.flatMap(({ sourceDocumentIds }) => sourceDocumentIds),
  ]),
]
