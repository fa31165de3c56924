import * as z from 'zod/mini'
import { GROUPINGS, PERIODS, VIEWS } from './pages/analytics/analytics-query.ts'
import { SORTS } from './pages/documents/document-sorts.ts'
import { STATES } from './pages/gaps/gap-states.ts'
import { OUTCOMES, REVIEWS, SOURCES, VOTES } from './pages/questions/question-query.ts'

export const Text = z.string().check(z.minLength(1))
export const Day = z.iso.date()
export const Flag = z.literal(true)
export const Outcome = z.enum(OUTCOMES)
export const Vote = z.enum(VOTES)
export const Channel = z.enum(SOURCES)
export const Review = z.enum(REVIEWS)
export const AnalyticsDays = z.enum(PERIODS)
export const AnalyticsGroup = z.enum(GROUPINGS)
export const AnalyticsView = z.enum(VIEWS)
export const GapState = z.enum(STATES)
export const Visibility = z.enum(['public', 'unlisted', 'restricted'])
export const RuleKind = z.enum(['synonym', 'pin'])
export const DocumentSort = z.enum(SORTS)
export const DocumentState = z.enum(['pending', 'indexed', 'failed', 'skipped'])
export const PageOutcome = z.enum([
  'added',
  'changed',
  'moved',
  'gone',
  'skipped',
  'failed',
  'dead_link',
])

export type Search = Readonly<Record<string, unknown>>

/** What an address says. Whatever does not fit counts as not said. */
export function given<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value | undefined {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** So that links may leave them out. */
export const optional = <Values extends object>(values: Values): Partial<Values> => values
