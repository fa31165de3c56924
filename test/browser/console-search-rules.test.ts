import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { confirm } from '../support/browser/confirm.ts'
import { axeFaults, buildPath, consoleTests, sidewaysScroll } from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'

const test = consoleTests().extend('docs', { scope: 'file' }, async ({ service }) => {
  const docs = await createKnowledge(service, 'Acme docs')
  await putPages(service, docs.knowledgeBaseId, [
    page('tokens', 'Tokens', 'A personal access token signs scripts in. It expires after a year.'),
    page('limits', 'Limits', 'A client key makes 1200 requests a minute.'),
  ])
  return docs
})

const page = (name: string, title: string, text: string) => ({
  url: `https://docs.acme.example/${name}`,
  title,
  content: `# ${title}\n\n${text}`,
})

const PICTURES = process.env['FOOTNOTE_TEST_PICTURES']

/** To look at, where somebody asks for it. */
async function picture(shown: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  for (const width of [1440, 390]) {
    await shown.setViewportSize({ width, height: 900 })
    await shown.screenshot({ path: `${PICTURES}/rules-${name}-${width}.png` })
  }
  await shown.setViewportSize({ width: 1280, height: 800 })
}

test('an editor adds a synonym, sees it in the trace, changes it and deletes it', async ({
  console,
  database,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const stored = async () =>
    (
      await readRows<{ rule: object }>(
        database,
        `select rule from search_rules where knowledge_base_id = '${knowledgeBaseId}' order by id`,
      )
    ).map(({ rule }) => rule)
  const { page: shown, faults } = await console.open(`${buildPath(docs)}/search-rules`)
  await shown.getByText('No search rules yet').waitFor()
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, 'empty')
  await shown.getByRole('button', { name: 'Add a synonym' }).click()
  const dialog = shown.getByRole('dialog')
  await dialog.getByLabel('Readers write').fill('PAT\n\n  PATs ')
  await dialog.getByLabel('Pages say').fill('personal access  token')
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, 'form')
  const save = () => confirm(shown, 'Save')
  const rule = {
    kind: 'synonym',
    words: ['PAT', 'PATs'],
    means: ['personal access token'],
    both_ways: false,
  }
  expect(await presses(shown, 'rule-form.tsx searchRules.create', save, stored)).toEqual([rule])
  const rowOf = (on: Page) => on.getByRole('row').filter({ hasText: 'PAT' })
  await rowOf(shown).getByText('PAT, PATs → personal access token').waitFor()
  expect(await sidewaysScroll(shown)).toBe(0)
  await picture(shown, 'list')

  const { page: asked, faults: askedFaults } = await console.open(
    `${buildPath(docs)}/playground?q=${encodeURIComponent('When does a PAT expire?')}`,
  )
  await asked.getByText('Synonyms: PAT → personal access token').waitFor()
  await picture(asked, 'playground')

  await rowOf(shown).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Both ways').check()
  expect(await presses(shown, 'rule-form.tsx searchRules.put', save, stored)).toEqual([
    { ...rule, both_ways: true },
  ])
  await rowOf(shown).getByText('PAT, PATs = personal access token').waitFor()
  await rowOf(shown).getByRole('button', { name: 'Delete' }).click()
  const remove = () => confirm(shown, 'Delete')
  expect(await presses(shown, 'search-rules.tsx searchRules.remove', remove, stored)).toEqual([])
  await shown.getByText('No search rules yet').waitFor()
  expect([...faults, ...askedFaults]).toEqual([])
})

test('an answer leads to a synonym in two clicks', async ({ console, service, docs }) => {
  const { knowledgeBaseId, client } = docs
  let messageId = ''
  for await (const frame of client.ask({ query: 'When does a Quuxite expire?' })) {
    if ('message_id' in frame) messageId = frame.message_id ?? ''
  }
  const { page: shown, faults } = await console.open(
    `${buildPath(docs)}/questions?open=${messageId}`,
  )
  await shown.getByRole('link', { name: 'Add a synonym' }).click()
  const dialog = shown.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Readers write').inputValue()).toBe('Quuxite')
  await dialog.getByLabel('Pages say').fill('token')
  await confirm(shown, 'Save')
  await shown.getByText('Saved. Searches follow it from now on.').waitFor()
  const { search_rules: rules } = await service.admin.searchRules.list(knowledgeBaseId)
  expect(rules.map(({ rule }) => rule)).toEqual([
    { kind: 'synonym', words: ['Quuxite'], means: ['token'], both_ways: false },
  ])
  let covered: boolean | undefined
  for await (const frame of client.ask({ query: 'When does a Quuxite expire?' })) {
    if ('covered' in frame) covered = frame.covered
  }
  expect(covered).toBe(true)
  expect(faults).toEqual([])
})

test('an answer leads to a pinned page in two clicks', async ({ console, service, docs }) => {
  const { knowledgeBaseId, client } = docs
  const query = 'When does a personal access token expire?'
  let messageId = ''
  for await (const frame of client.ask({ query })) {
    if ('message_id' in frame) messageId = frame.message_id ?? ''
  }
  const { page: shown, faults } = await console.open(
    `${buildPath(docs)}/questions?open=${messageId}`,
  )
  await shown.getByRole('link', { name: 'Pin a page' }).click()
  const dialog = shown.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Questions').inputValue()).toBe(query)
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Page', { exact: true }).fill('limits')
  await dialog.getByRole('button', { name: /Limits/ }).click()
  await dialog.getByText('First: https://docs.acme.example/limits').waitFor()
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, 'pin')
  await confirm(shown, 'Save')
  await shown.getByText('Saved. Searches follow it from now on.').waitFor()
  const { search_rules: rules } = await service.admin.searchRules.list(knowledgeBaseId)
  expect(rules[0]?.rule).toEqual({
    kind: 'pin',
    words: [query],
    url: 'https://docs.acme.example/limits',
  })
  const { page: asked, faults: askedFaults } = await console.open(
    `${buildPath(docs)}/playground?q=${encodeURIComponent(query)}`,
  )
  await asked.getByRole('row').filter({ hasText: 'Limits' }).getByText('pinned').waitFor()
  await picture(asked, 'pinned')
  expect([...faults, ...askedFaults]).toEqual([])
})
