import type { Limits, LimitsBody } from '@footnote/contract/admin/cost/limits'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { findPrices } from './prices.ts'

type Stored = Omit<Limits, 'models_without_price'>

export async function findLimits(tx: TenantTransaction): Promise<Limits> {
  const { rows } = await sql<Stored>`
    select monthly_question_allowance, alert_at_percent, daily_cost_cap::float8, currency
    from workspaces where id = current_workspace()`.execute(tx)
  const [limits] = rows
  if (!limits) throw new Error('The workspace is gone')
  return { ...limits, models_without_price: (await findPrices(tx)).models_without_price }
}

export async function putLimits(
  tx: TenantTransaction,
  { monthly_question_allowance, alert_at_percent, daily_cost_cap }: LimitsBody,
): Promise<void> {
  const cap = daily_cost_cap === null ? null : String(daily_cost_cap)
  const alerts = alert_at_percent.toSorted((a, b) => a - b)
  await sql`
    update workspaces set monthly_question_allowance = ${monthly_question_allowance},
      alert_at_percent = ${alerts}::int[], daily_cost_cap = ${cap}::numeric
    where id = current_workspace()`.execute(tx)
}
