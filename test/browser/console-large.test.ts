import { expect } from 'vitest'
import { createKnowledge } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import {
  axeFaults,
  consoleTests,
  buildPath,
  WATCH_INTERACTIONS,
} from '../support/browser/console.ts'

const SOURCES = 50
const PAGES = 20_000
/** A long interaction would be a list that draws everything; a slow machine takes a part of this. */
const UNUSABLE_MS = 5_000

const test = consoleTests().extend('docs', { scope: 'file' }, async ({ service, database }) => {
  const docs = await createKnowledge(service, 'Large docs')
  const id = docs.knowledgeBaseId
  for (let at = 1; at <= SOURCES; at += 1) {
    await service.admin.sources.create(id, {
      name: `Product ${String(at).padStart(2, '0')} documentation`,
      settings: { type: 'files', base_url: `https://p${at}.acme.example/` },
      sync: false,
    })
  }
  await readRows(
    database,
    `insert into documents (knowledge_base_id, id, source_id, source_key, url, title, content,
                            content_type, state, state_reason, passage_count, indexed_at)
     select s.knowledge_base_id, ('01a1e310-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, s.id, '/' || n, 'https://p.acme.example/guide/' || n,
            'How to configure part ' || n, 'text', 'text/markdown',
            case when n % 500 = 0 then 'failed' else 'indexed' end,
            case when n % 500 = 0 then 'The PDF has no text.' end, 4, now()
     from generate_series(1, ${PAGES}) n
     join (select *, row_number() over (order by id) at from sources
           where knowledge_base_id = '${id}' and type = 'files') s on s.at = 1 + n % ${SOURCES}`,
  )
  return docs
})

test('lists of 50 sources and 20,000 pages come from the server part by part', async ({
  console,
  docs,
}) => {
  const { page, faults } = await console.open(`${buildPath(docs)}/sources`)
  await page.evaluate(WATCH_INTERACTIONS)
  await page.getByText('Product 50 documentation').waitFor()
  expect(await axeFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  await page.getByText('How to configure part').first().waitFor()
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBeGreaterThan(0)
  const first = await rows.count()
  expect(first).toBeLessThanOrEqual(200)
  expect(await axeFaults(page)).toEqual([])
  for (let part = 2; part <= 6; part += 1) {
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => rows.count()).toBe(first * part)
  }
  await page.getByLabel('State').selectOption('failed')
  await expect.poll(() => rows.count()).toBe(PAGES / 500)
  await page.getByText('The PDF has no text.').first().waitFor()
  await page.getByLabel('State').selectOption('')
  await page.getByLabel('Search', { exact: true }).fill('acme.example/guide/7777')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'How to configure part 7777' }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await page.evaluate<number>('longestInteraction')).toBeLessThan(UNUSABLE_MS)
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByText('40 pages could not be read or indexed').waitFor()
  expect(faults).toEqual([])
})
