import type { DeltaFrame } from '@footnote/contract/public/chat'
import type { FailureRecorder } from '../analytics/failures.ts'
import type { Prompt, Written } from '../models/language/language-model.ts'
import { failureFields } from '../models/failure-fields.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import { startDeadline } from './deadline.ts'
import { failureOfModel, firstWordTimeoutMs, quoteInstead } from './quote-instead.ts'
import { failedAnswer, isClientDisconnect } from './failure.ts'
import type { Findings } from './gather-passages.ts'
import { aboutQuestion } from './log-failure.ts'
import type { SafeText } from './safe-text/create-safe-text.ts'
import type { Timings } from './timings.ts'
import type { Fallback } from './trace.ts'
import type { AccessWatch } from './watch-access.ts'
import { createAnswerText, createTeamText } from './writing/answer-text.ts'
import { estimateUsage } from './writing/estimate-usage.ts'
import { write, writePieces } from './writing/write.ts'
import type { WriterEnd } from './writing/write-with-model.ts'

export type Running = {
  turn: BegunTurn
  access: AccessWatch
  signal: AbortSignal
  /** When the question was admitted, by `performance.now`. */
  startedMs: number
}

export type Said = { text: string; usage: Written; declined: boolean }

type WritingDeps = {
  db: Db
  answering: { timeoutMs: number }
  failures: Pick<FailureRecorder, 'record'>
  metrics: Pick<Metrics, 'firstWordSeconds'>
  log: Log
}

const NOTHING_USED = { inputTokens: 0, outputTokens: 0 }

type Asked = {
  findings: Findings
  prompt: Prompt | null
  timings: Timings
}

type WrittenAnswer = {
  said: Said
  /** With what may be cited. */
  shown: Findings
  fallback?: Fallback
}

/** The model's text; where it fails before its first word, sections of the documentation. */
export async function* writeAnswer(
  deps: WritingDeps,
  question: AdmittedQuestion,
  running: Running,
  { findings, prompt, timings }: Asked,
): AsyncGenerator<DeltaFrame[], WrittenAnswer> {
  const { turn, signal, startedMs } = running
  const heard = { text: '' }
  // A provider that refuses before it writes charges nothing; one that is cut off does.
  const hasCost = () => heard.text !== '' || signal.aborted
  if (prompt) turn.setLostUsage(() => (hasCost() ? estimateUsage(prompt, heard.text) : null))
  using patience = startDeadline(signal, firstWordTimeoutMs(deps.answering.timeoutMs, startedMs))
  if (!prompt) patience.lift()
  const countFirst = (writer: 'model' | 'extract') => {
    timings.mark('first_delta')
    deps.metrics.firstWordSeconds.observe({ writer }, (performance.now() - startedMs) / 1000)
  }
  const onFirst = () => {
    patience.lift()
    countFirst(prompt ? 'model' : 'extract')
  }
  try {
    const pieces = write(turn, findings, prompt, patience.signal)
    return {
      said: yield* streamed(pieces, () => answerText(findings), running, { heard, onFirst }),
      shown: findings,
    }
  } catch (error) {
    const isOver = !prompt || heard.text !== '' || turn.wantsModel
    const failure = isOver ? null : failureOfModel(error, signal, patience.signal)
    const quoted = failure && (await quoteInstead(deps.db, question, findings))
    if (!quoted) throw error
    const fields = { ...failureFields(error), ...aboutQuestion(question), code: failure }
    deps.log.warn(fields, 'a model wrote no answer, so sections were quoted')
    deps.failures.record(failedAnswer(question, failure, turn.model?.name ?? null))
    // A provider that was silent may charge for what it read.
    const usage = prompt && failure === 'timeout' ? estimateUsage(prompt, '') : NOTHING_USED
    turn.setLostUsage(() => usage)
    const pieces = writePieces(quoted.quoted)
    const onQuoted = () => countFirst('extract')
    const said = yield* streamed(pieces, () => answerText(quoted), running, {
      heard,
      onFirst: onQuoted,
    })
    const fallback = { reason: 'model_failed', error: failure } as const
    return { said: { ...said, usage }, shown: quoted, fallback }
  }
}

async function* streamed(
  pieces: AsyncGenerator<readonly string[], WriterEnd>,
  createText: () => SafeText,
  { turn, access, signal }: Running,
  { heard, onFirst }: { heard: { text: string }; onFirst: () => void },
): AsyncGenerator<DeltaFrame[], Said> {
  let shown: SafeText | undefined
  try {
    for (;;) {
      const next = await pieces.next()
      // Not before the first piece: a model may be silent for long.
      shown ??= createText()
      // Pieces that came together are sent together.
      const delta = next.done ? shown.end() : shown.push(next.value.join(''))
      if (delta !== '') {
        await access.confirm(signal)
        if (heard.text === '') {
          onFirst()
        }
        heard.text += delta
        yield [deltaFrame(delta)]
      }
      if (next.done) {
        const { declined, ...usage } = next.value
        return { text: heard.text, usage, declined }
      }
      signal.throwIfAborted()
    }
  } catch (error) {
    // A client that disconnects after the first words has had part of the answer: the question counts.
    if (isClientDisconnect(signal) && heard.text !== '') await turn.commitCount()
    throw error
  } finally {
    await pieces.return({ inputTokens: undefined, outputTokens: undefined, declined: false })
  }
}

const answerText = ({ citable, verified }: Findings): SafeText =>
  verified ? createTeamText(citable.length) : createAnswerText(citable)

export const deltaFrame = (delta: string): DeltaFrame => ({ delta, done: false })
