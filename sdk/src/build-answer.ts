import type { ChatFrame } from '@footnote/contract/chat'
import type { Citation } from '@footnote/contract/citation'
import { FootnoteError } from './error.ts'

/** What a page shows of an answer at one moment. */
export type AnswerSoFar = {
  readonly text: string
  readonly citations: readonly Citation[]
  readonly done: boolean
  /** Continues the conversation; null until the end, and under Zero data retention. */
  readonly threadId: string | null
  /** Rates the answer; null until the end, and under Zero data retention. */
  readonly messageId: string | null
}

const NOTHING: AnswerSoFar = {
  text: '',
  citations: [],
  done: false,
  threadId: null,
  messageId: null,
}

/** The answer as it grows, frame by frame. An error frame throws, with its message for the reader. */
export async function* buildAnswer(
  frames: AsyncIterable<ChatFrame>,
): AsyncGenerator<AnswerSoFar, void> {
  let answer = NOTHING
  for await (const frame of frames) {
    if ('error_code' in frame) {
      const { error, code, retryable, request_id: requestId } = frame
      throw new FootnoteError(error, { status: 200, code, requestId, retryable })
    }
    answer = withFrame(answer, frame)
    yield answer
  }
}

function withFrame(
  answer: AnswerSoFar,
  frame: Exclude<ChatFrame, { error_code: unknown }>,
): AnswerSoFar {
  if ('delta' in frame) return { ...answer, text: answer.text + frame.delta }
  if (!frame.done) return { ...answer, citations: frame.citations }
  return {
    // The markers were renumbered after the text had gone out.
    text: frame.answer ?? answer.text,
    citations: frame.citations,
    done: true,
    threadId: frame.thread_id ?? null,
    messageId: frame.message_id ?? null,
  }
}
