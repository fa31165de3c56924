import type { MessagesInput } from '@footnote/client/admin'
import { startOfDay } from '../../ui/start-of-day.ts'

export const OUTCOMES = ['covered', 'notCovered', 'gap'] as const
export const REASONS = ['wrong', 'outdated', 'incomplete', 'not_my_question'] as const
/** A reason stands for a bad rating with it. */
export const VOTES = ['up', 'down', ...REASONS] as const
export const SOURCES = ['widget', 'api', 'websocket', 'mcp', 'form_deflect', 'bot'] as const
export const REVIEWS = ['open', 'done'] as const

/** As the address has them. */
export type QuestionFilter = {
  q?: string | undefined
  outcome?: (typeof OUTCOMES)[number] | undefined
  vote?: (typeof VOTES)[number] | undefined
  source?: (typeof SOURCES)[number] | undefined
  review?: (typeof REVIEWS)[number] | undefined
  /** Days of whoever looks, both included. */
  from?: string | undefined
  to?: string | undefined
  /** A page that the answers cite. */
  document?: string | undefined
  /** The address of the page that they were asked on. */
  page?: string | undefined
}

const OUTCOME_QUERIES = {
  covered: { covered: 'true' },
  notCovered: { covered: 'false' },
  gap: { gap: 'true' },
} as const

export const toQuery = ({
  q,
  outcome,
  vote,
  source,
  review,
  document,
  page,
  from,
  to,
}: QuestionFilter): MessagesInput => ({
  q,
  document_id: document,
  page_url: page,
  from: from && startOfDay(from),
  to: to && startOfDay(to, 1),
  source,
  ...(vote === 'up' || vote === 'down' ? { vote } : { reason: vote }),
  ...(outcome === undefined ? {} : OUTCOME_QUERIES[outcome]),
  ...(review === undefined ? {} : { reviewed: review === 'done' ? 'true' : 'false' }),
})
