import type { Period } from '../analytics/period.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The last week that is over: Monday to Sunday, in UTC. */
export function lastWeek(now = Date.now()): Period {
  const daysSinceMonday = (new Date(now).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  const monday = Math.floor(now / DAY_MS) - daysSinceMonday
  return { from: dayAt((monday - WEEK_DAYS) * DAY_MS), to: dayAt((monday - 1) * DAY_MS) }
}
