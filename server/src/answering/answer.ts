import type { ChatFrame } from '@footnote/contract/public/chat'
import type { Prompt } from '../models/language/language-model.ts'
import { addedUsage, NO_USAGE } from '../models/language/language-model.ts'
import type { FailureRecorder } from '../analytics/failures.ts'
import type { Log } from '../platform/log.ts'
import { currentSpan, traced } from '../platform/tracing/span.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BeginDeps } from './begin-turn.ts'
import { beginTurn } from './begin-turn.ts'
import { toCitations } from './citations/citable-passage.ts'
import { startDeadline } from './deadline.ts'
import { failedAnswer, failureCode, failureFrame, isClientDisconnect } from './failure.ts'
import type { Findings } from './gather-passages.ts'
import { gatherPassages, emptyFindings } from './gather-passages.ts'
import { commitLastFrame, documentsBehind } from './commit-last-frame.ts'
import { logFailure } from './log-failure.ts'
import { quoteInstead, quotedAnswer } from './quote-instead.ts'
import type { Settled } from './settle.ts'
import { fixedReply, settle } from './settle.ts'
import type { SmallTalk } from './small-talk/recognise.ts'
import { recogniseSmallTalk } from './small-talk/recognise.ts'
import { smallTalkReply } from './small-talk/replies.ts'
import { createTimings } from './timings.ts'
import { watchAccess } from './watch-access.ts'
import type { Running, Said } from './write-answer.ts'
import { deltaFrame, writeAnswer } from './write-answer.ts'
import { promptFor } from './writing/write.ts'

export type AnsweringSettings = {
  /** An answer still running after this ends with a `timeout` frame. */
  timeoutMs: number
  /** What passages and earlier turns may take of a model's context. */
  promptTokens: number
  maxOutputTokens: number
}

export type AnsweringDeps = RetrievalDeps &
  BeginDeps & {
    answering: AnsweringSettings
    failures: Pick<FailureRecorder, 'record'>
    log: Log
  }

/** How it ended. */
export type AnswerOutcome = 'answered' | 'not_covered' | 'small_talk' | 'failed'

/**
 * Streams one answer; frames that are ready together come together. Never throws: every failure
 * becomes the last frame. A client disconnect aborts the signal; the caller still iterates to the end.
 */
export async function* answer(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  clientSignal: AbortSignal,
  /** The playground's own begins no turn of a conversation. */
  begin: typeof beginTurn = beginTurn,
): AsyncGenerator<readonly ChatFrame[], AnswerOutcome> {
  const { timeoutMs } = deps.answering
  const startedMs = performance.now()
  using deadline = startDeadline(clientSignal, timeoutMs)
  const { signal } = deadline
  let model: string | null = null
  try {
    using access = watchAccess(deps.db, question, (reason) => deadline.end(reason))
    // The lease outlasts the answer: what a killed process reserved is released when it expires.
    await using turn = await traced('reserve', () => begin(deps, question, timeoutMs / 1000))
    if (turn.mayTraceText) currentSpan()?.allowText()
    model = turn.model?.name ?? 'extract'
    return yield* answerTurn(deps, question, { turn, access, signal, startedMs })
  } catch (error) {
    const code = failureCode(error, signal)
    deps.metrics.answers.inc({ outcome: code })
    currentSpan()?.set({ 'footnote.outcome': code })
    logFailure(deps.log, question, code, signal.aborted ? signal.reason : error)
    if (!isClientDisconnect(signal)) deps.failures.record(failedAnswer(question, code, model))
    yield [failureFrame(code, question.requestId)]
    return 'failed'
  }
}

async function* answerTurn(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  running: Running,
): AsyncGenerator<readonly ChatFrame[], AnswerOutcome> {
  const { turn, access, signal } = running
  const { caller } = question
  const smallTalk = recogniseSmallTalk(question.text, caller.languages, caller.knowledgeBaseName)
  if (smallTalk) return yield* replyTo(smallTalk, deps, question, running)
  const timings = createTimings()
  const { promptTokens, maxOutputTokens } = deps.answering
  const findings = await gatherPassages(deps, question, turn, { promptTokens, signal, timings })
  const { citable } = findings
  access.watchDocuments(documentsBehind(findings))
  await access.confirm(signal)
  if (citable.length > 0) {
    yield [{ citations: toCitations(citable), done: false }]
  }
  const prompt = promptFor(question, turn, findings, maxOutputTokens)
  const asked = { findings, prompt, timings }
  const { said, fallback, shown } = yield* writeAnswer(deps, question, running, asked)
  timings.mark('written')
  const { settled, isReplaced } = await traced('settle', () =>
    settleTurn(deps, question, running, said, { findings: shown, prompt }),
  )
  timings.mark('settled')
  if (said.text === '') yield [deltaFrame(settled.text)]
  const usage = addedUsage(findings.search.usage, said.usage)
  const finished = {
    settled,
    usage,
    smallTalk: false,
    findings,
    prompt,
    timings,
    fallback: isReplaced ? ({ reason: 'unsupported' } as const) : fallback,
  }
  const last = await traced('commit', () => commitLastFrame(question, turn, finished))
  const outcome = settled.declinedBy === null ? 'answered' : 'not_covered'
  deps.metrics.answers.inc({ outcome })
  currentSpan()?.set({ 'footnote.outcome': outcome })
  yield [last]
  return outcome
}

/** What the reader is left with; sections where a model wrote what no passage supports. */
async function settleTurn(
  { db }: AnsweringDeps,
  question: AdmittedQuestion,
  { turn }: Running,
  said: Said,
  { findings, prompt }: { findings: Findings; prompt: Prompt | null },
): Promise<{ settled: Settled; isReplaced: boolean }> {
  const settled = settle(said.text, question, findings)
  const isModels = prompt !== null && findings.quoted === null && !turn.wantsModel
  if (!isModels || settled.declinedBy === null || said.declined)
    return { settled, isReplaced: false }
  const quoted = await quoteInstead(db, question, findings)
  return quoted
    ? { settled: quotedAnswer(quoted, settled.dropped), isReplaced: true }
    : { settled, isReplaced: false }
}

/** Neither searched nor written: no source, no model, and no gap in the documents. */
async function* replyTo(
  smallTalk: SmallTalk,
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  { turn, access, signal }: Running,
): AsyncGenerator<readonly ChatFrame[], AnswerOutcome> {
  const text = smallTalkReply(smallTalk, question.caller.knowledgeBaseName)
  await access.confirm(signal)
  yield [deltaFrame(text)]
  const last = await commitLastFrame(question, turn, {
    settled: { ...fixedReply(text), declinedBy: null },
    usage: NO_USAGE,
    smallTalk: true,
    findings: emptyFindings(question.text),
    prompt: null,
    timings: createTimings(),
  })
  deps.metrics.answers.inc({ outcome: 'small_talk' })
  yield [last]
  return 'small_talk'
}
