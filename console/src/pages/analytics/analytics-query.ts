import type { Analytics, AnalyticsInput, AnalyticsPoint } from '@footnote/client/admin'

export const PERIODS = ['7', '30', '90', '365'] as const
export const GROUPINGS = ['source', 'widget', 'key', 'model', 'language'] as const
export const VIEWS = [
  'use',
  'coverage',
  'ratings',
  'reasons',
  'speed',
  'forms',
  'cost',
  'tokens',
  'failures',
] as const

export type View = (typeof VIEWS)[number]
export type Grouping = (typeof GROUPINGS)[number]

/** As the address has them. */
export type AnalyticsChoice = {
  days?: (typeof PERIODS)[number] | undefined
  /** Both, for a period of one’s own. */
  from?: string | undefined
  to?: string | undefined
  group?: Grouping | undefined
  view?: View | undefined
}

const DAY_MS = 86_400_000
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The last days, today among them. */
export const toPeriod = (days: string | undefined, now = Date.now()) => ({
  from: dayAt(now - (Number(days ?? 30) - 1) * DAY_MS),
  to: dayAt(now),
})

export type Period = ReturnType<typeof toPeriod>

export function choosePeriod({ days, from, to }: AnalyticsChoice): Period {
  if (from === undefined || to === undefined) return toPeriod(days)
  return from <= to ? { from, to } : { from: to, to: from }
}

export const toQuery = (choice: AnalyticsChoice): AnalyticsInput => ({
  ...choosePeriod(choice),
  group_by: choice.group,
})

export type Measure =
  | 'questions'
  | 'covered'
  | 'not_covered'
  | 'rated_up'
  | 'rated_down'
  | 'down_wrong'
  | 'down_outdated'
  | 'down_incomplete'
  | 'down_not_my_question'
  | 'failed'
  | 'forms_shown'
  | 'forms_deflected'
  | 'forms_submitted'
  | 'cost'
  | 'input_tokens'
  | 'output_tokens'
  | 'first_p50'
  | 'first_p95'
  | 'total_p95'

export const MEASURES: Readonly<Record<View, readonly [Measure, ...Measure[]]>> = {
  use: ['questions'],
  coverage: ['covered', 'not_covered'],
  ratings: ['rated_up', 'rated_down'],
  reasons: ['down_wrong', 'down_outdated', 'down_incomplete', 'down_not_my_question'],
  speed: ['first_p95', 'first_p50', 'total_p95'],
  forms: ['forms_shown', 'forms_deflected', 'forms_submitted'],
  cost: ['cost'],
  tokens: ['input_tokens', 'output_tokens'],
  failures: ['failed'],
}

type Figures = Omit<AnalyticsPoint, 'at'>

/** Times in seconds. null: nothing was timed. */
export function valueOf(figures: Figures, measure: Measure): number | null {
  if (measure === 'first_p50') return inSeconds(figures.first_delta_ms?.p50)
  if (measure === 'first_p95') return inSeconds(figures.first_delta_ms?.p95)
  if (measure === 'total_p95') return inSeconds(figures.total_ms?.p95)
  return figures[measure]
}

export const isTime = (measure: Measure): boolean =>
  measure.endsWith('_p50') || measure.endsWith('_p95')

const inSeconds = (ms: number | undefined): number | null =>
  ms === undefined ? null : Math.round(ms / 10) / 100

export type Line = {
  name: string
  /** One for each point of time; null where nothing was timed. */
  values: readonly (number | null)[]
  total: number | null
  isBefore: boolean
}

/** The first days of all intervals, also of those without a question. */
export function toPoints({
  from,
  to,
  interval,
}: Pick<Analytics, 'from' | 'to' | 'interval'>): string[] {
  const points = [from]
  for (let at = nextPoint(from, interval); at <= to; at = nextPoint(at, interval)) points.push(at)
  return points
}

function nextPoint(at: string, interval: Analytics['interval']): string {
  const date = new Date(at)
  if (interval === 'day') return dayAt(date.getTime() + DAY_MS)
  // Weeks begin on Monday.
  if (interval === 'week')
    return dayAt(date.getTime() + (7 - ((date.getUTCDay() + 6) % 7)) * DAY_MS)
  return dayAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))
}

/** Values at the points; an interval without any count has none of it, and no time. */
export function valuesAt(
  points: readonly string[],
  series: readonly AnalyticsPoint[],
  measure: Measure,
): (number | null)[] {
  const byDay = new Map(series.map((point) => [point.at, point]))
  return points.map((at) => {
    const point = byDay.get(at)
    return point ? valueOf(point, measure) : isTime(measure) ? null : 0
  })
}
