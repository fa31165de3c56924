import type { ChatFrame, DeltaFrame } from '@footnote/contract/public/chat'
import type { Written } from '../models/language/language-model.ts'
import { addedUsage, NO_USAGE } from '../models/language/language-model.ts'
import type { FailureRecorder } from '../analytics/failures.ts'
import type { Log } from '../platform/log.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import type { AdmittedQuestion } from './admit.ts'
import { createAnswerText } from './writing/answer-text.ts'
import type { BeginDeps, BegunTurn } from './begin-turn.ts'
import { beginTurn } from './begin-turn.ts'
import type { CitablePassage } from './citations/citable-passage.ts'
import { citationsOf } from './citations/citable-passage.ts'
import { startDeadline } from './deadline.ts'
import { failedAnswer, failureCode, failureFrame, isClientDisconnect } from './failure.ts'
import { gatherPassages, nothingSought } from './gather-passages.ts'
import { lastFrame, documentsBehind } from './last-frame.ts'
import { logFailure } from './log-failure.ts'
import { asWritten, settle } from './settle.ts'
import type { SafeText } from './safe-text/create-safe-text.ts'
import type { SmallTalk } from './small-talk/recognise.ts'
import { recogniseSmallTalk } from './small-talk/recognise.ts'
import { smallTalkReply } from './small-talk/replies.ts'
import type { Timings } from './timings.ts'
import { createTimings } from './timings.ts'
import type { AccessWatch } from './watch-access.ts'
import { watchAccess } from './watch-access.ts'
import { estimateUsage } from './writing/estimate-usage.ts'
import { promptFor, write } from './writing/write.ts'

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
  using deadline = startDeadline(clientSignal, timeoutMs)
  const { signal } = deadline
  let model: string | null = null
  try {
    using access = watchAccess(deps.db, question, (reason) => deadline.end(reason))
    // The lease outlasts the answer: what a killed process reserved is released when it expires.
    await using turn = await begin(deps, question, timeoutMs / 1000)
    model = turn.model?.name ?? 'extract'
    return yield* answerTurn(deps, question, { turn, access, signal })
  } catch (error) {
    const code = failureCode(error, signal)
    deps.metrics.answers.inc({ outcome: code })
    logFailure(deps.log, question, code, signal.aborted ? signal.reason : error)
    if (!isClientDisconnect(signal)) deps.failures.record(failedAnswer(question, code, model))
    yield [failureFrame(code, question.requestId)]
    return 'failed'
  }
}

type Said = { text: string; usage: Written }

type Running = { turn: BegunTurn; access: AccessWatch; signal: AbortSignal }

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
  access.relyOn(documentsBehind(findings))
  await access.confirm(signal)
  if (citable.length > 0) {
    yield [{ citations: citationsOf(citable), done: false }]
  }
  const prompt = promptFor(question, turn, findings, maxOutputTokens)
  const heard = { text: '' }
  // A provider that refuses before it writes charges nothing; one that is cut off does.
  const hasCost = () => heard.text !== '' || signal.aborted
  if (prompt) turn.ifLost(() => (hasCost() ? estimateUsage(prompt, heard.text) : null))
  const pieces = write(turn, findings, prompt, signal)
  const said = yield* streamed(pieces, citable, running, { timings, heard })
  timings.mark('written')
  const settled = settle(said.text, question, findings)
  timings.mark('settled')
  if (said.text === '') yield [deltaFrame(settled.text)]
  const usage = addedUsage(findings.search.usage, said.usage)
  const finished = { settled, usage, smallTalk: false, findings, prompt, timings }
  const last = await lastFrame(question, turn, finished)
  const outcome = settled.declinedBy === null ? 'answered' : 'not_covered'
  deps.metrics.answers.inc({ outcome })
  yield [last]
  return outcome
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
  const last = await lastFrame(question, turn, {
    settled: { ...asWritten(text), declinedBy: null },
    usage: NO_USAGE,
    smallTalk: true,
    findings: nothingSought(question.text),
    prompt: null,
    timings: createTimings(),
  })
  deps.metrics.answers.inc({ outcome: 'small_talk' })
  yield [last]
  return 'small_talk'
}

async function* streamed(
  pieces: AsyncGenerator<readonly string[], Written>,
  citable: readonly CitablePassage[],
  { turn, access, signal }: Running,
  { timings, heard }: { timings: Timings; heard: { text: string } },
): AsyncGenerator<DeltaFrame[], Said> {
  let shown: SafeText | undefined
  try {
    for (;;) {
      const next = await pieces.next()
      // Not before the first piece: a model may be silent for long.
      shown ??= createAnswerText(citable)
      // Pieces that came together are sent together.
      const delta = next.done ? shown.end() : shown.push(next.value.join(''))
      if (delta !== '') {
        await access.confirm(signal)
        if (heard.text === '') timings.mark('first_delta')
        heard.text += delta
        yield [deltaFrame(delta)]
      }
      if (next.done) return { text: heard.text, usage: next.value }
      signal.throwIfAborted()
    }
  } catch (error) {
    // A client that disconnects after the first words has had part of the answer: the question counts.
    if (isClientDisconnect(signal) && heard.text !== '') await turn.commitCount()
    throw error
  } finally {
    await pieces.return({ inputTokens: undefined, outputTokens: undefined })
  }
}

const deltaFrame = (delta: string): DeltaFrame => ({ delta, done: false })
