import type { AnalyticsInterval } from '@footnote/contract/admin/answers/analytics'
import { MAX_ANALYTICS_DAYS } from '@footnote/contract/limits'
import { Refusal } from '../platform/refusal.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
/** More points than this are hard to tell apart. */
const MAX_DAILY_POINTS = 92

/** Whole days in UTC, such as `2026-11-30`; both count. */
export type Period = { from: string; to: string }

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The period that was asked for. Refuses one that ends before it begins, or is too long. */
export function toPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now = Date.now(),
): Period {
  const last = to ?? dayAt(now)
  const period = { from: from ?? dayAt(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS), to: last }
  const days = daysIn(period)
  if (days >= 1 && days <= MAX_ANALYTICS_DAYS) return period
  const message =
    days < 1 ? 'must not be after `to`' : `is more than ${MAX_ANALYTICS_DAYS} days before \`to\``
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'from', message }] })
}

export const dayAfter = (day: string): string => dayAt(Date.parse(day) + DAY_MS)

/** As many days, right before. */
export function periodBefore(period: Period): Period {
  const first = Date.parse(period.from)
  return { from: dayAt(first - daysIn(period) * DAY_MS), to: dayAt(first - DAY_MS) }
}

export const defaultInterval = (period: Period): AnalyticsInterval =>
  daysIn(period) <= MAX_DAILY_POINTS ? 'day' : 'week'
