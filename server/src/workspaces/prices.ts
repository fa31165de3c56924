import type { ModelPrice, Prices } from '@footnote/contract/admin/cost/prices'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { Refusal } from '../platform/refusal.ts'

/** The currency of a workspace that has a price or once had one. */
export async function findCurrency(tx: TenantTransaction): Promise<string | null> {
  const { rows } = await sql<{ currency: string | null }>`
    select currency from workspaces where id = current_workspace()`.execute(tx)
  return rows[0]?.currency ?? null
}

export async function findPrices(tx: TenantTransaction): Promise<Prices> {
  // Prices were given as JSON numbers with few decimals, so they come back as the same numbers.
  const { rows: prices } = await sql<ModelPrice>`
    select p.model, p.input_per_million::float8, p.output_per_million::float8, w.currency
    from model_prices p join workspaces w on w.id = p.workspace_id order by p.model`.execute(tx)
  const { rows: without } = await sql<{ model: string }>`
    select u.model from daily_usage u
    where u.day > (now() at time zone 'utc')::date - 30 and u.unpriced > 0
      and not exists (select from model_prices p where p.model = u.model)
    group by 1 order by sum(u.unpriced) desc, 1`.execute(tx)
  return { prices, models_without_price: without.map(({ model }) => model) }
}

/** Replaces them all. Refuses another currency than the one that costs were counted in. */
export async function putPrices(
  tx: TenantTransaction,
  workspaceId: string,
  prices: readonly ModelPrice[],
): Promise<void> {
  const currency = prices[0]?.currency
  if (currency !== undefined) await setCurrency(tx, currency)
  await sql`delete from model_prices`.execute(tx)
  for (const price of prices) {
    await sql`
      insert into model_prices (workspace_id, model, input_per_million, output_per_million)
      values (${workspaceId}, ${price.model}, ${String(price.input_per_million)}::numeric,
              ${String(price.output_per_million)}::numeric)`.execute(tx)
  }
}

async function setCurrency(tx: TenantTransaction, currency: string): Promise<void> {
  const { rows } = await sql<{ currency: string | null; is_used: boolean }>`
    select currency, exists (select from daily_usage where cost > 0) as is_used
    from workspaces where id = current_workspace() for update`.execute(tx)
  const [now] = rows
  if (now?.currency === currency) return
  if (now?.is_used && now.currency !== null) {
    const message = `must be ${now.currency}, which costs are counted in already`
    throw new Refusal('BAD_REQUEST', { details: [{ path: 'prices.0.currency', message }] })
  }
  await sql`update workspaces set currency = ${currency} where id = current_workspace()`.execute(tx)
}
