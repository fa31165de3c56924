import { expect } from 'vitest'
import {
  axeFaults,
  sharedConsoleTests,
  buildPath,
  sidewaysScroll,
} from '../support/browser/console.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { presses } from '../support/browser/pressing.ts'
import { readRows } from '../support/store/services.ts'
import { asTenant } from '../support/store/stored-messages.ts'

const test = sharedConsoleTests()

test('prices and limits are set, and what is used of them shows', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { workspaceId, knowledgeBaseId } = docs
  await asTenant(database.ownerUrl, docs, async (client) => {
    await client.query(USAGE, [workspaceId])
    await client.query(COUNTS, [knowledgeBaseId])
  })
  const { page, faults } = await console.open(`${buildPath(docs)}/models`)
  await page.getByText('had no price: openai/small').waitFor()
  const row = page.getByRole('group', { name: 'openai/small' })
  await row.getByLabel('Input, per million').fill('0.15')
  await row.getByLabel('Output, per million').fill('0.6')
  await page.getByLabel('Currency').fill('eur')
  const prices = () =>
    readRows(
      database,
      `select model, input_per_million::float, output_per_million::float from model_prices
       where workspace_id = '${workspaceId}'`,
    )
  const savePrices = page.getByRole('button', { name: 'Save prices' })
  expect(await presses(page, 'prices-form.tsx prices.put', savePrices, prices)).toEqual([
    { model: 'openai/small', input_per_million: 0.15, output_per_million: 0.6 },
  ])
  await page.getByText('Prices saved. New answers use them').waitFor()
  expect(await axeFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Workspace', exact: true }).click()
  await page.getByRole('link', { name: 'Usage and limits' }).click()
  await page.getByText('€1.25, no limit').waitFor()
  await page.getByLabel('Questions per month').fill('1000')
  await page.getByLabel('Answer cost per day (EUR)').fill('1.2')
  await page.getByLabel('Alert thresholds (%)').fill('50, 800')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter whole numbers from 1 to 99').waitFor()
  await page.getByLabel('Alert thresholds (%)').fill('80, 50')
  const limits = () =>
    readRows(
      database,
      `select monthly_question_allowance, alert_at_percent, daily_cost_cap, currency
       from workspaces where id = '${workspaceId}'`,
    )
  const save = page.getByRole('button', { name: 'Save' })
  expect(await presses(page, 'limits-form.tsx limits.put', save, limits)).toMatchObject([
    {
      monthly_question_allowance: 1000,
      alert_at_percent: [50, 80],
      daily_cost_cap: '1.2',
      currency: 'EUR',
    },
  ])
  await page.getByText('The daily cap is reached').waitFor()
  await page.getByText('€1.25 of €1.20').waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('analytics show what answers cost, beside the period before, and what is missing', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId, workspaceId } = docs
  await service.admin.prices.put(workspaceId, {
    prices: [{ model: 'openai/a', input_per_million: 1, output_per_million: 1, currency: 'USD' }],
  })
  await asTenant(database.ownerUrl, docs, async (client) => {
    await client.query(COUNTS, [knowledgeBaseId])
    await client.query(PAGES, [knowledgeBaseId])
  })
  const { page, faults } = await console.open(`${buildPath(docs)}/analytics?view=cost&group=model`)
  await page.getByRole('row', { name: /openai\/small 30 .* \$7\.50/ }).waitFor()
  await page.getByLabel('Group by').selectOption({ label: 'None' })
  await page.getByText(/^Cost, .*: Cost \$7\.50, Previous period \$3\.75\.$/).waitFor()
  await page.getByText('Incomplete: 3 answers have no cost').waitFor()
  await page.getByRole('row', { name: 'https://docs.test/keys 60 75%' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the limits fit a phone, in the dark', async ({ console, service, database }) => {
  const docs = await createKnowledge(service, 'Acme docs')
  await asTenant(database.ownerUrl, docs, (client) => client.query(USAGE, [docs.workspaceId]))
  const { page, faults } = await console.open(`${buildPath(docs)}/limits`, {
    width: 375,
    height: 800,
    theme: 'dark',
  })
  await page.getByText('Current usage').waitFor()
  await page.getByText('Daily usage').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

/** What a model without a price wrote, and what was estimated of it. */
const USAGE = `
  insert into daily_usage (workspace_id, day, model, questions, input_tokens, output_tokens, cost,
    estimated_cost, unpriced)
  select $1, (now() at time zone 'utc')::date - ago, 'openai/small', 40, 90000, 8000, 1, 0.25, 2
  from generate_series(0, 5) ago`

/** A question a day for 60 days, at 25 cents in the last 30 and at half of it before. */
const COUNTS = `
  insert into answer_counts (knowledge_base_id, day, source, widget_id, key_id, model, language,
    questions, covered, cost, unpriced)
  select $1, (now() at time zone 'utc')::date - ago, 'widget', no_id(), no_id(), 'openai/small', 'en',
    1, 1, case when ago < 30 then 0.25 else 0.125 end, (ago < 3)::int
  from generate_series(0, 59) ago`

/** Two questions a day on one page, of which three in four are covered. */
const PAGES = `
  insert into page_counts (knowledge_base_id, day, page_url, questions, covered)
  select $1, (now() at time zone 'utc')::date - ago, 'https://docs.test/keys', 2, 1 + ago % 2
  from generate_series(0, 59) ago`
