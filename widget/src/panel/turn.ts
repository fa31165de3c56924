import type { Citation, LastFrame } from '@footnote/client'
import type { RelatedArticle } from '@footnote/client'
import type { Failure } from './failure.ts'

export type TurnStatus =
  /** Nothing was sent: the browser is offline. */
  | 'offline'
  /** Sent, no text yet. */
  | 'loading'
  | 'streaming'
  | 'answered'
  | 'failed'
  | 'stopped'
  /** Cut short by a reload. */
  | 'interrupted'

/** One question and what became of it. */
export type Turn = {
  readonly id: number
  readonly question: string
  /** Text of the page that it is about. */
  readonly selection: string | null
  readonly status: TurnStatus
  readonly text: string
  /** While it streams what may be cited, afterwards what is. */
  readonly citations: readonly Citation[]
  readonly covered: boolean
  /** Why the text is sections of the documentation; null: it is not. */
  readonly quoted: NonNullable<LastFrame['quoted']> | null
  /** When the docs team verified this answer, which it wrote itself. */
  readonly verifiedAt: string | null
  /** The question as it was searched for, if words of it were mistyped. */
  readonly searchedFor: string | null
  readonly threadId: string | null
  readonly messageId: string | null
  readonly failure: Failure | null
  readonly related: readonly RelatedArticle[]
  readonly rating: 'up' | 'down' | null
  /** The conversation before this turn had ended. */
  readonly startsAnew: boolean
}

export const newTurn = (id: number, question: string): Turn => ({
  id,
  question,
  selection: null,
  status: 'loading',
  text: '',
  citations: [],
  covered: true,
  quoted: null,
  verifiedAt: null,
  searchedFor: null,
  threadId: null,
  messageId: null,
  failure: null,
  related: [],
  rating: null,
  startsAnew: false,
})

export const isBusy = ({ status }: Turn): boolean =>
  status === 'loading' || status === 'streaming' || status === 'offline'
