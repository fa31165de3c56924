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
import { BUCKETS, computePercentiles } from './percentiles.ts'
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
/** The first day of an interval, by arithmetic: `date_trunc` takes as long as all the sums. */
const STARTS = {
  day: sql`day`,
  week: sql`day - (extract(isodow from day)::int - 1)`,
  month: sql`day - (extract(day from day)::int - 1)`,
} as const satisfies Record<AnalyticsInterval, RawBuilder<unknown>>

const findStart = (interval: AnalyticsInterval, { from }: Period) =>
  sql`greatest(${STARTS[interval]}, ${from}::date)`

type Counted = Omit<AnalyticsFigures, 'cost' | 'first_delta_ms' | 'total_ms'>
type Summed = Counted & { cost: string; first_delta_ms: number[]; total_ms: number[] }

/** Each count of some rows, in the order in which they are exported. */
const ROW_SUMS = {
  questions: sql`sum(questions)`,
  conversations: sql`sum(conversations)`,
  covered: sql`coalesce(sum(covered) filter (where model <> 'small_talk'), 0)`,
  not_covered: sql`sum(questions - covered)`,
  small_talk: sql`coalesce(sum(questions) filter (where model = 'small_talk'), 0)`,
  failed: sql`sum(failed)`,
  rated_up: sql`sum(rated_up)`,
  rated_down: sql`sum(rated_down)`,
  down_wrong: sql`sum(down_wrong)`,
  down_outdated: sql`sum(down_outdated)`,
  down_incomplete: sql`sum(down_incomplete)`,
  down_not_my_question: sql`sum(down_not_my_question)`,
  forms_shown: sql`coalesce(sum(questions) filter (where source = 'form_deflect'), 0)`,
  forms_deflected: sql`sum(forms_deflected)`,
  forms_submitted: sql`sum(forms_submitted)`,
  input_tokens: sql`sum(input_tokens)`,
  output_tokens: sql`sum(output_tokens)`,
  unpriced: sql`sum(unpriced)`,
} satisfies Record<keyof Counted, RawBuilder<unknown>>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names
export const COUNTS = Object.keys(ROW_SUMS) as readonly CountName[]

type CountName = keyof typeof ROW_SUMS

/** Sums of rows. pgvector adds a histogram in one step; by its elements it takes ten times as long. */
const CELL = sql.join([
  ...COUNTS.map((name) => sql`${ROW_SUMS[name]} as ${sql.ref(name)}`),
  sql`sum(cost) as cost, sum(first_delta_ms::vector) as first_delta_ms`,
  sql`sum(total_ms::vector) as total_ms`,
])

/** Sums of cells. They fit a double exactly up to 2^53. */
const SUMS = sql.join([
  ...COUNTS.map((name) => sql`sum(${sql.ref(name)})::float8 as ${sql.ref(name)}`),
  sql`${summedCost('cost')} as cost, sum(first_delta_ms)::real[] as first_delta_ms`,
  sql`sum(total_ms)::real[] as total_ms`,
])

function forEachCount(valueOf: (name: CountName) => number): Record<CountName, number> {
  const entries = COUNTS.map((name) => [name, valueOf(name)] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(entries) as Record<CountName, number>
}

const toFigures = (row: Summed): AnalyticsFigures => ({
  ...forEachCount((name) => row[name]),
  cost: costFrom(row.cost),
  first_delta_ms: computePercentiles(row.first_delta_ms),
  total_ms: computePercentiles(row.total_ms),
})

const toPoint = (row: Summed & { at: string }): AnalyticsPoint => ({
  at: row.at,
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

/** A whole period, and each interval in it that has any count. A day as text is ISO 8601. */
export async function readCounts(
  tx: TenantTransaction,
  period: Period,
  interval: AnalyticsInterval,
  filters: CountFilters,
): Promise<Counts> {
  const { rows } = await sql<Summed & { at: string }>`
    with cells as (
      select ${findStart(interval, period)} as at, ${CELL} from answer_counts
      where ${conditions(period, filters)} group by 1)
    select at::text, ${SUMS} from cells group by cells.at order by cells.at`.execute(tx)
  return getCounts(rows)
}

const getCounts = (rows: readonly (Summed & { at: string })[]): Counts => ({
  totals: toFigures(rows.reduce<Summed>(added, NOTHING)),
  series: rows.map(toPoint),
})

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

export type CountedGroup = {
  value: string | null
  totals: AnalyticsFigures
  series: AnalyticsPoint[]
}

type GroupedOptions = {
  grouping: AnalyticsGrouping
  interval: AnalyticsInterval
  /** At most so many groups, those with most questions first. */
  groups: number
  /** The first so many of them have a series. */
  series: number
}

/** A row has no interval for a whole group, and no place where all groups are added up. */
type GroupedRow = Summed & { at: string | null; place: number | null; value: string | null }
type IntervalRow = GroupedRow & { at: string }

/**
 * A period and its groups, in one reading of the rows: they become a cell for each interval and group,
 * of which there are few, and all else is added up from the cells.
 */
export async function readGroupedCounts(
  tx: TenantTransaction,
  period: Period,
  { grouping, interval, groups, series }: GroupedOptions,
  filters: CountFilters,
): Promise<Counts & { groups: CountedGroup[] }> {
  const { rows } = await sql<GroupedRow>`
    with cells as materialized (
      select ${findStart(interval, period)} as at, coalesce(${GROUPS[grouping]}, '') as value, ${CELL}
      from answer_counts where ${conditions(period, filters)} group by 1, 2),
    places as (
      select value, row_number() over
        (order by sum(questions) desc, sum(failed) desc, nullif(value, '')) as place
      from cells group by value order by place limit ${groups})
    select at::text, null::float8 as place, null as value, ${SUMS} from cells group by cells.at
    union all
    select at::text, place::float8, nullif(value, ''), ${SUMS} from cells join places using (value)
    group by grouping sets ((place, value), (place, value, cells.at))
    having grouping(cells.at) = 1 or place <= ${series}
    order by place, at`.execute(tx)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  const all = byPlace.get(null) ?? []
  byPlace.delete(null)
  return {
    ...getCounts(all.filter(hasInterval)),
    groups: [...byPlace.values()].flatMap(toGroup),
  }
}

const hasInterval = (row: GroupedRow): row is IntervalRow => row.at !== null

const toGroup = (rows: readonly GroupedRow[]): CountedGroup[] =>
  rows
    .filter(({ at }) => at === null)
    .map((whole) => ({
      value: whole.value,
      totals: toFigures(whole),
      series: rows.filter(hasInterval).map(toPoint),
    }))

/** Models of answers whose cost is unknown. */
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
