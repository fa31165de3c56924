import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/** A share of a limit that was reached for the first time in its month or day. */
export type LimitNotice = {
  kind: 'allowance' | 'cost_cap'
  /** The first day of the month, or the day. */
  period: string
  percent: number
  /** The whole limit as it is now. null: it was removed. */
  limit: number | null
  /** The currency of the cap. */
  currency: string | null
  workspaceName: string
}

/** Ids of workspaces whose operators have to be told something. */
export async function workspacesWithNotices(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from workspaces
    where deleting_at is null and id in (select workspaces_to_tell())`.execute(db)
  return rows.map(({ id }) => id)
}

/** What has yet to be told, which counts as told with the commit: of several workers one gets it. */
export async function takeNotices(tx: TenantTransaction): Promise<LimitNotice[]> {
  const { rows } = await sql<LimitNotice>`
    with taken as (
      update limit_notices set told_at = now() where told_at is null
      returning kind, period, percent, reached_at)
    select t.kind, t.period::text, t.percent, w.currency, w.name as "workspaceName",
           case t.kind when 'allowance' then w.monthly_question_allowance::float8
                       else w.daily_cost_cap::float8 end as limit
    from taken t join workspaces w on w.id = current_workspace()
    order by t.reached_at, t.kind, t.percent`.execute(tx)
  return rows
}
