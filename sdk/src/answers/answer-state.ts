import { FootnoteError } from '../transport/error.ts'
import type { ChatFrame, Citation, LastFrame } from '../wire/public.ts'

/**
 * `waiting`: nothing has arrived yet. `streaming`: it is being written. `done`: complete.
 * `failed`: see `error`. `stopped`: the caller ended it. `text` keeps what was written before.
 */
export type AnswerStatus = 'waiting' | 'streaming' | 'done' | 'failed' | 'stopped'

/** What a page shows of an answer at one moment. */
export type AnswerState = {
  readonly status: AnswerStatus
  /** Markdown. An `[n]` marker points at the citation whose index is n. */
  readonly text: string
  /** The sources that the answer may cite; once it is done, those that it cites. */
  readonly citations: readonly Citation[]
  /** Whether the knowledge base covers the question; null until the end. */
  readonly covered: boolean | null
  /**
   * Why the text is sections of the documentation that no model wrote: `splitSections` tells them
   * apart. null: a model wrote it, or it is not known yet.
   */
  readonly quoted: NonNullable<LastFrame['quoted']> | null
  /** When the docs team verified this answer, which it wrote itself: say so. Else null. */
  readonly verifiedAt: string | null
  /** The question as it was searched for, if words of it were mistyped: show it. Else null. */
  readonly searchedFor: string | null
  /** Names in the question that no page mentions; then `citations` only come close. */
  readonly missingWords: readonly string[]
  /** Continues the conversation; null until the end, and under Zero data retention. */
  readonly threadId: string | null
  /** Rates the answer; null until the end, and under Zero data retention. */
  readonly messageId: string | null
  /** Its `message` is the sentence for the reader; null unless the answer failed. */
  readonly error: FootnoteError | null
  /** Whether asking again may succeed. */
  readonly retryable: boolean
}

export const WAITING: AnswerState = {
  status: 'waiting',
  text: '',
  citations: [],
  covered: null,
  quoted: null,
  verifiedAt: null,
  searchedFor: null,
  missingWords: [],
  threadId: null,
  messageId: null,
  error: null,
  retryable: false,
}

/** The answer as it grows, frame by frame. A failure is the last state; nothing is thrown. */
export async function* answerStates(
  frames: AsyncIterable<ChatFrame>,
  signal?: AbortSignal,
): AsyncGenerator<AnswerState, void> {
  let answer = WAITING
  try {
    for await (const frame of frames) {
      answer = withFrame(answer, frame)
      yield answer
    }
  } catch (error) {
    if (signal?.aborted) yield { ...answer, status: 'stopped' }
    else if (error instanceof FootnoteError) yield withError(answer, error)
    else throw error
  }
}

function withFrame(answer: AnswerState, frame: ChatFrame): AnswerState {
  if ('error_code' in frame) {
    const { error, code, retryable, request_id: requestId } = frame
    return withError(answer, new FootnoteError(error, { status: 200, code, requestId, retryable }))
  }
  if ('delta' in frame) return { ...answer, status: 'streaming', text: answer.text + frame.delta }
  if (!frame.done) return { ...answer, status: 'streaming', citations: frame.citations }
  return {
    ...answer,
    status: 'done',
    // The markers were renumbered after the text was streamed.
    text: frame.answer ?? answer.text,
    citations: frame.citations,
    // An older service does not send it.
    covered: frame.covered ?? null,
    quoted: frame.quoted ?? null,
    verifiedAt: frame.verified_at ?? null,
    searchedFor: frame.searched_for ?? null,
    missingWords: frame.missing_words ?? [],
    threadId: frame.thread_id ?? null,
    messageId: frame.message_id ?? null,
  }
}

const withError = (answer: AnswerState, error: FootnoteError): AnswerState => ({
  ...answer,
  status: 'failed',
  error,
  retryable: error.retryable,
})
