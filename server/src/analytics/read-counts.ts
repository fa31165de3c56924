import type {
  AnalyticsFigures,
  AnalyticsGrouping,
  AnalyticsInterval,
  AnalyticsPoint,
  AnalyticsQuery,
} from '@footnote/contract/admin/answers/analytics'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { BUCKETS, percentilesOf } from './percentiles.ts'
import { addedCosts, costFrom, NO_COST, summedCost } from './cost.ts'
import type { Period } from './period.ts'

export type CountFilters = Pick<
  AnalyticsQuery,
  'source' | 'widget_id' | 'key_id' | 'model' | 'language'
>

const GROUPS = {
  source: sql`source`,
  widget: sql`nullif(widget_id, no_id())::text`,
  key: sql`nullif(key_id, no_id())::text`,
  model: sql`nullif(model, '')`,
  language: sql`nullif(language, '')`,
} as const satisfies Record<AnalyticsGrouping, RawBuilder<unknown>>

const noTimes = (): number[] => Array.from({ length: BUCKETS }, () => 0)
/** A histogram of all rows. pgvector adds arrays in one step; by their elements it takes ten times as long. */
const summed = (column: string): RawBuilder<unknown> => sql`sum(${sql.ref(column)}::vector)::real[]`

/** The first day of an interval, by arithmetic: `date_trunc` takes as long as all the sums. */
const STARTS = {
  day: sql`day`,
  week: sql`day - (extract(isodow from day)::int - 1)`,
  month: sql`day - (extract(day from day)::int - 1)`,
} as const satisfies Record<AnalyticsInterval, RawBuilder<unknown>>

/** A day as text is ISO 8601. */
const startOf = (interval: AnalyticsInterval, { from }: Period) =>
  sql`greatest(${STARTS[interval]}, ${from}::date)::text`

/** Sums fit a double exactly up to 2^53. */
const SUMS = sql`
  sum(questions)::float8 as questions, sum(conversations)::float8 as conversations,
  coalesce(sum(covered) filter (where model <> 'small_talk'), 0)::float8 as covered,
  sum(questions - covered)::float8 as not_covered,
  coalesce(sum(questions) filter (where model = 'small_talk'), 0)::float8 as small_talk,
  sum(failed)::float8 as failed, sum(rated_up)::float8 as rated_up, sum(rated_down)::float8 as rated_down,
  coalesce(sum(questions) filter (where source = 'form_deflect'), 0)::float8 as forms_shown,
  sum(forms_deflected)::float8 as forms_deflected, sum(forms_submitted)::float8 as forms_submitted,
  sum(input_tokens)::float8 as input_tokens, sum(output_tokens)::float8 as output_tokens,
  ${summedCost('cost')} as cost, sum(unpriced)::float8 as unpriced,
  ${summed('first_delta_ms')} as first_delta_ms, ${summed('total_ms')} as total_ms`

type Counted = Omit<AnalyticsFigures, 'cost' | 'first_delta_ms' | 'total_ms'>
type Summed = Counted & { cost: string; first_delta_ms: number[]; total_ms: number[] }

/** The figures that are plain sums, in the order in which they are exported. */
export const COUNTS = [
  'questions',
  'conversations',
  'covered',
  'not_covered',
  'small_talk',
  'failed',
  'rated_up',
  'rated_down',
  'forms_shown',
  'forms_deflected',
  'forms_submitted',
  'input_tokens',
  'output_tokens',
  'unpriced',
] as const satisfies readonly (keyof Counted)[]

type CountName = (typeof COUNTS)[number]

function forEachCount(valueOf: (name: CountName) => number): Record<CountName, number> {
  const entries = COUNTS.map((name) => [name, valueOf(name)] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(entries) as Record<CountName, number>
}

const toFigures = ({ cost, first_delta_ms, total_ms, ...counts }: Summed): AnalyticsFigures => ({
  ...counts,
  cost: costFrom(cost),
  first_delta_ms: percentilesOf(first_delta_ms),
  total_ms: percentilesOf(total_ms),
})

const toPoint = ({ at, ...row }: Summed & { at: string }): AnalyticsPoint => ({
  at,
  ...toFigures(row),
})

function conditions({ from, to }: Period, filters: CountFilters): RawBuilder<unknown> {
  const { source, widget_id, key_id, model, language } = filters
  return sql.join(
    [
      sql`day between ${from}::date and ${to}::date`,
      ...(source === undefined ? [] : [sql`source = ${source}`]),
      ...(widget_id === undefined ? [] : [sql`widget_id = ${widget_id}::uuid`]),
      ...(key_id === undefined ? [] : [sql`key_id = ${key_id}::uuid`]),
      ...(model === undefined ? [] : [sql`model = ${model}`]),
      ...(language === undefined ? [] : [sql`language = ${language}`]),
    ],
    sql` and `,
  )
}

export type Counts = { totals: AnalyticsFigures; series: AnalyticsPoint[] }

/** A whole period, and each interval in it that has any count. */
export async function readCounts(
  tx: TenantTransaction,
  period: Period,
  interval: AnalyticsInterval,
  filters: CountFilters,
): Promise<Counts> {
  const { rows } = await sql<Summed & { at: string }>`
    select ${startOf(interval, period)} as at, ${SUMS}
    from answer_counts where ${conditions(period, filters)} group by 1 order by 1`.execute(tx)
  return {
    totals: toFigures(rows.reduce<Summed>(added, NOTHING)),
    series: rows.map((row) => toPoint(row)),
  }
}

const NOTHING: Summed = {
  ...forEachCount(() => 0),
  cost: NO_COST,
  first_delta_ms: noTimes(),
  total_ms: noTimes(),
}

const addedBuckets = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((count, bucket) => count + (b[bucket] ?? 0))

const added = (a: Summed, b: Summed): Summed => ({
  ...forEachCount((name) => a[name] + b[name]),
  cost: addedCosts(a.cost, b.cost),
  first_delta_ms: addedBuckets(a.first_delta_ms, b.first_delta_ms),
  total_ms: addedBuckets(a.total_ms, b.total_ms),
})

export type CountedGroup = { value: string | null; totals: AnalyticsFigures }

/** Those with most questions first. */
export async function readGroups(
  tx: TenantTransaction,
  period: Period,
  grouping: AnalyticsGrouping,
  filters: CountFilters,
  limit: number,
): Promise<CountedGroup[]> {
  const { rows } = await sql<Summed & { value: string | null }>`
    select ${GROUPS[grouping]} as value, ${SUMS}
    from answer_counts where ${conditions(period, filters)}
    group by 1 order by questions desc, failed desc, 1 limit ${limit}`.execute(tx)
  return rows.map(({ value, ...row }) => ({ value, totals: toFigures(row) }))
}

/** The series of some groups, by their value. */
export async function readGroupSeries(
  tx: TenantTransaction,
  period: Period,
  { grouping, interval }: { grouping: AnalyticsGrouping; interval: AnalyticsInterval },
  filters: CountFilters,
  values: readonly (string | null)[],
): Promise<Map<string | null, AnalyticsPoint[]>> {
  const { rows } = await sql<Summed & { at: string; value: string | null }>`
    select ${startOf(interval, period)} as at, ${GROUPS[grouping]} as value, ${SUMS}
    from answer_counts
    where ${conditions(period, filters)}
      and coalesce(${GROUPS[grouping]}, '') = any(${values.map((value) => value ?? '')}::text[])
    group by 1, 2 order by 1`.execute(tx)
  const points = rows.map(({ value, ...row }) => ({ value, point: toPoint(row) }))
  const byValue = Map.groupBy(points, ({ value }) => value)
  return new Map([...byValue].map(([value, ofIt]) => [value, ofIt.map(({ point }) => point)]))
}

/** Of the answers whose cost is unknown. */
export async function readUnpricedModels(
  tx: TenantTransaction,
  period: Period,
  filters: CountFilters,
): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select model from answer_counts
    where ${conditions(period, filters)} and unpriced > 0
    group by 1 order by sum(unpriced) desc, 1`.execute(tx)
  return rows.map(({ model }) => model)
}
