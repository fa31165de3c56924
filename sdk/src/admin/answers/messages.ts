import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  ListMessagesQuery,
  Message,
  Replay,
  ReviewBody,
  Trace,
  TracedMessage,
} from '../../wire/admin.ts'

export type { Message, Replay, Trace, TracedMessage }
export type MessagesInput = ListMessagesQuery
export type ReviewInput = ReviewBody

/** Stored answers, each with the trace of how it was made. */
export const messageCalls = (calls: AdminCalls) => ({
  list: calls.listMessages,
  get: calls.getMessage,
  /** Marks it as reviewed, replaces its tags or writes a note. */
  review: calls.reviewMessage,
  /** Deletes the answer with its question, rating and trace. */
  remove: calls.deleteMessage,
  /** Repeats the search of this question on the current index. */
  replay: calls.replayMessage,
})
