import type { AnswerState } from './answer-state.ts'
import { answerStates } from './answer-state.ts'
import type { GatedCallOptions } from '../transport/http.ts'
import type { ChatBody, ChatFrame } from '../wire/public.ts'

/** A conversation: each question continues the one before. */
export type Thread = {
  /** Null before the first answer, and always under Zero data retention. */
  readonly id: string | null
  ask(body: ChatBody, options?: GatedCallOptions): AsyncGenerator<ChatFrame>
  askText(body: ChatBody, options?: GatedCallOptions): AsyncGenerator<AnswerState, void>
  /** The next question starts a new conversation. */
  restart(): void
}

type Ask = (body: ChatBody, options?: GatedCallOptions) => AsyncIterable<ChatFrame>

export function createThread(askOne: Ask, threadId: string | null): Thread {
  let id = threadId
  async function* ask(body: ChatBody, options?: GatedCallOptions): AsyncGenerator<ChatFrame> {
    const continued = id === null ? body : { ...body, thread_id: id }
    for await (const frame of askOne(continued, options)) {
      if ('done' in frame && frame.done) id = frame.thread_id ?? null
      yield frame
    }
  }
  return {
    get id() {
      return id
    },
    ask,
    askText: (body, options) => answerStates(ask(body, options), options?.signal),
    restart() {
      id = null
    },
  }
}
