import type { ErrorFrame, LastFrame } from '@footnote/contract/public/chat'
import type { AdmittedQuestion } from './admit.ts'
import type { AnsweringDeps, AnswerOutcome } from './answer.ts'
import { answer } from './answer.ts'

export type WholeAnswer = {
  /** The last frame: of an answer, or of a failure. */
  last: LastFrame | ErrorFrame
  /** The final text. Empty when it failed. */
  text: string
  outcome: AnswerOutcome
}

/**
 * The same answer in one piece, for transports that do not stream. `onText` gets the text as it
 * comes, and the answer waits for it.
 */
export async function answerWhole(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  signal: AbortSignal,
  onText?: (added: string, text: string) => Promise<void>,
): Promise<WholeAnswer> {
  const batches = answer(deps, question, signal)
  let text = ''
  let last: WholeAnswer['last'] | undefined
  for (;;) {
    const next = await batches.next()
    if (next.done) {
      if (!last) throw new Error('An answer ended without its last frame')
      const failed = 'error_code' in last
      return { last, text: failed ? '' : text, outcome: next.value }
    }
    const added = next.value.map((frame) => ('delta' in frame ? frame.delta : '')).join('')
    text += added
    if (added !== '') await onText?.(added, text)
    for (const frame of next.value) {
      if ('delta' in frame) continue
      if ('error_code' in frame) last = frame
      else if (frame.done) {
        last = frame
        // The markers were renumbered.
        text = frame.answer ?? text
      }
    }
  }
}
