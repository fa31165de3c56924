import type { AnswerState } from './answer-state.ts'
import { WAITING } from './answer-state.ts'
import type { Client } from '../client.ts'
import type { ChatBody } from '../wire/public.ts'

/** `idle`: no question has been asked yet. */
export type Answer = Omit<AnswerState, 'status'> & {
  readonly status: AnswerState['status'] | 'idle'
  /** The question as it was asked; null before the first. */
  readonly question: string | null
}

export type AnswerStore = {
  readonly subscribe: (listener: () => void) => () => void
  readonly current: () => Answer
  /** Takes a question alone, or with more fields of the chat body. Stops an answer in progress. */
  readonly ask: (question: string | ChatBody) => Promise<void>
  /** Asks the same question again. */
  readonly retry: () => Promise<void>
  /** Stops the answer and keeps what was written. */
  readonly stop: () => void
  /** Forgets the answer, and the next question starts a new conversation. */
  readonly reset: () => void
}

const IDLE: Answer = { ...WAITING, status: 'idle', question: null }

/** One answer at a time, for a page to show; questions continue the conversation. */
export function createAnswerStore(client: Pick<Client, 'thread'>): AnswerStore {
  const thread = client.thread()
  const listeners = new Set<() => void>()
  let answer = IDLE
  let running: AbortController | null = null
  let last: ChatBody | null = null

  function show(next: Answer): void {
    answer = next
    for (const listener of listeners) listener()
  }

  async function run(body: ChatBody): Promise<void> {
    running?.abort()
    const own = new AbortController()
    running = own
    last = body
    show({ ...WAITING, question: body.query })
    try {
      for await (const state of thread.askText(body, { signal: own.signal })) {
        // Ignore an answer that has been replaced.
        if (running !== own) return
        show({ ...state, question: body.query })
      }
    } finally {
      if (running === own) running = null
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    current: () => answer,
    ask: (question) => run(typeof question === 'string' ? { query: question } : question),
    retry: () => (last ? run(last) : Promise.resolve()),
    stop: () => running?.abort(),
    reset() {
      running?.abort()
      running = null
      last = null
      thread.restart()
      show(IDLE)
    },
  }
}
