import type { ModelPrice } from '@footnote/contract/admin/cost/prices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { listMessages } from '../conversations/messages.ts'
import type { NewTurn } from '../conversations/save-turn.ts'
import { countTurn, saveTurn } from '../conversations/save-turn.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { findPrices, putPrices } from '../workspaces/prices.ts'
import { toPeriod } from './period.ts'
import { readCounts, readGroupedCounts, readUnpricedModels } from './read-counts.ts'
import { traceOf } from '../../../test/support/store/stored-messages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const MODEL = 'openai/small'

const turn = (
  { knowledgeBaseId }: Tenant,
  model: string,
  input_tokens: number | null,
  output_tokens: number | null,
): NewTurn => ({
  knowledgeBaseId,
  threadId: newId(),
  isFollowUp: false,
  messageId: newId(),
  asker: null,
  widgetId: null,
  source: 'api',
  pageUrl: null,
  question: 'What does it cost?',
  answer: 'Little.',
  citations: [],
  covered: true,
  sourceDocumentIds: [],
  reader: null,
  keyId: null,
  language: 'en',
  words: [],
  trace: traceOf('What does it cost?', { model, input_tokens, output_tokens }),
})

const save = (tenant: Tenant, model: string, input: number | null, output: number | null) =>
  asReader(store, (tx) => saveTurn(tx, turn(tenant, model, input, output), newId()), tenant)

const setPrices = (tenant: Tenant, ...prices: Omit<ModelPrice, 'currency'>[]) =>
  asWorker(
    store,
    (tx) =>
      putPrices(
        tx,
        tenant.workspaceId,
        prices.map((price) => ({ ...price, currency: 'USD' })),
      ),
    tenant,
  )

const costs = async (tenant: Tenant) => {
  const page = { limit: 50, before: null, filters: {} }
  const messages = await asWorker(store, (tx) => listMessages(tx, tenant, page), tenant)
  return messages.map(({ cost }) => cost && String(Number(cost))).toReversed()
}

const totals = async (tenant: Tenant) =>
  (await asWorker(store, (tx) => readCounts(tx, toPeriod({}), 'day', {}), tenant)).totals

test('an answer costs its tokens at the price of the moment, and keeps that cost', async () => {
  const tenant = await seedTenant(store.worker.db)
  await setPrices(tenant, { model: MODEL, input_per_million: 0.15, output_per_million: 0.6 })
  await save(tenant, MODEL, 1_843, 41)
  await setPrices(tenant, { model: MODEL, input_per_million: 3, output_per_million: 15 })
  await save(tenant, MODEL, 1_843, 41)
  await setPrices(tenant)
  await save(tenant, MODEL, 1_843, 41)
  expect(await costs(tenant)).toEqual(['0.00030105', '0.006144', null])
  expect(await totals(tenant)).toMatchObject({ cost: 0.00644505, unpriced: 1 })
})

test('what no model wrote costs nothing, and what a provider did not count is unknown', async () => {
  const tenant = await seedTenant(store.worker.db)
  await setPrices(tenant, { model: MODEL, input_per_million: 1, output_per_million: 1 })
  await save(tenant, 'extract', 0, 0)
  await save(tenant, 'small_talk', null, null)
  await save(tenant, 'openai/unpriced', 0, 0)
  await save(tenant, MODEL, 5, null)
  await save(tenant, 'openai/unpriced', 5, 5)
  expect(await costs(tenant)).toEqual(['0', '0', '0', null, null])
  const { unpriced, models } = await asWorker(
    store,
    async (tx) => ({
      unpriced: await readUnpricedModels(tx, toPeriod({}), {}),
      models: (await findPrices(tx)).models_without_price,
    }),
    tenant,
  )
  expect(unpriced).toEqual([MODEL, 'openai/unpriced'])
  // The other one has a price; only its provider did not count.
  expect(models).toEqual(['openai/unpriced'])
})

test('sums are exact where floating point is not, side by side and unstored too', async () => {
  const tenant = await seedTenant(store.worker.db)
  await setPrices(
    tenant,
    { model: MODEL, input_per_million: 0.1, output_per_million: 0.2 },
    { model: 'openai/large', input_per_million: 0.000001, output_per_million: 0 },
  )
  await Promise.all([
    ...Array.from({ length: 20 }, () => save(tenant, MODEL, 1_000_000, 500_000)),
    ...Array.from({ length: 10 }, () =>
      asReader(
        store,
        (tx) => countTurn(tx, turn(tenant, MODEL, 1_000_000, 1_000_000), newId()),
        tenant,
      ),
    ),
    save(tenant, 'openai/large', 1, 1),
  ])
  const { cost, unpriced } = await totals(tenant)
  expect({ cost, unpriced }).toEqual({ cost: 7.000000000001, unpriced: 0 })
  const options = { grouping: 'model', interval: 'day', groups: 50, series: 0 } as const
  const { groups } = await asWorker(
    store,
    (tx) => readGroupedCounts(tx, toPeriod({}), options, {}),
    tenant,
  )
  expect(groups.map(({ value, totals: { cost: its } }) => [value, its])).toEqual([
    [MODEL, 7],
    ['openai/large', 1e-12],
  ])
})

test('the currency stays once something was counted in it', async () => {
  const tenant = await seedTenant(store.worker.db)
  const price = { model: MODEL, input_per_million: 1, output_per_million: 1 }
  const put = (currency: string) =>
    asWorker(store, (tx) => putPrices(tx, tenant.workspaceId, [{ ...price, currency }]), tenant)
  await put('USD')
  await put('EUR')
  await save(tenant, MODEL, 1, 1)
  await expect(put('USD')).rejects.toThrow('must be EUR')
  await put('EUR')
})
