import type { UsageQuery, WorkspaceUsage } from '@footnote/contract/admin/cost/usage'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { findPrices } from '../workspaces/prices.ts'
import { costFrom, summedCost } from './cost.ts'
import type { Period } from './period.ts'
import { toPeriod } from './period.ts'

type Figures = WorkspaceUsage['totals']
/** Figures of one day, or of all days. Costs in units. */
type Row = Omit<Figures, 'cost' | 'estimated_cost'> & {
  at: string | null
  cost: string
  estimated_cost: string
}

type Now = Pick<
  WorkspaceUsage,
  | 'month'
  | 'answered'
  | 'reserved'
  | 'monthly_question_allowance'
  | 'spent_today'
  | 'daily_cost_cap'
  | 'cost_cap_reached'
  | 'currency'
>

/** What the workspace uses of its limits, by the database's clock, and what it used each day. */
export async function readUsage(
  tx: TenantTransaction,
  query: UsageQuery,
): Promise<Omit<WorkspaceUsage, 'storage'>> {
  const period = toPeriod(query)
  const { models_without_price } = await findPrices(tx)
  return {
    ...(await readNow(tx)),
    models_without_price,
    ...period,
    ...(await readSeries(tx, period)),
  }
}

async function readNow(tx: TenantTransaction): Promise<Now> {
  const { rows } = await sql<Now>`
    select this_month()::text as month,
           coalesce((select answered from question_counts
                     where workspace_id = w.id and month = this_month()), 0) as answered,
           (select count(*)::int from question_reservations
            where workspace_id = w.id and month = this_month() and expires_at > clock_timestamp()) as reserved,
           monthly_question_allowance, spent_today()::float8 as spent_today,
           daily_cost_cap::float8 as daily_cost_cap, cost_cap_reached() as cost_cap_reached, currency
    from workspaces w where id = current_workspace()`.execute(tx)
  const [now] = rows
  if (!now) throw new Error('The workspace is gone')
  return now
}

const NOTHING: Figures = {
  questions: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
  estimated_cost: 0,
  unpriced: 0,
}

async function readSeries(
  tx: TenantTransaction,
  { from, to }: Period,
): Promise<Pick<WorkspaceUsage, 'totals' | 'series'>> {
  const { rows } = await sql<Row>`
    select day::text as at, sum(questions)::float8 as questions,
           sum(input_tokens)::float8 as input_tokens, sum(output_tokens)::float8 as output_tokens,
           ${summedCost('cost')} as cost, ${summedCost('estimated_cost')} as estimated_cost,
           sum(unpriced)::float8 as unpriced
    from daily_usage where day between ${from}::date and ${to}::date
    group by grouping sets ((day), ()) having count(*) > 0 order by day`.execute(tx)
  const all = rows.find(({ at }) => at === null)
  return {
    totals: all ? toFigures(all) : NOTHING,
    series: rows.flatMap((row) => (row.at === null ? [] : [{ at: row.at, ...toFigures(row) }])),
  }
}

const toFigures = (row: Row): Figures => ({
  questions: row.questions,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  cost: costFrom(row.cost),
  estimated_cost: costFrom(row.estimated_cost),
  unpriced: row.unpriced,
})
