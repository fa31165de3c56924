import { expect } from 'vitest'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { presses } from '../support/browser/pressing.ts'
import { readRows } from '../support/store/services.ts'
import { axeFaults, sharedConsoleTests, buildPath } from '../support/browser/console.ts'

const test = sharedConsoleTests()

test('a gap is opened with its questions, drafted, covered and resolved', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId, client } = docs
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.acme.example/keys', content: '# Keys\n\nRotate a key under Settings.' },
  ])
  const question = 'What is the capital of France?'
  for (const query of [question, question]) {
    for await (const frame of client.ask({ query })) void frame
  }
  const { messages } = await service.admin.messages.list(knowledgeBaseId)
  const rated = { message_id: messages[0]?.id ?? '', rating: 'down' } as const
  await client.rate({ ...rated, reason: 'incomplete', comment: 'It names no city.' })
  const { gaps } = service.admin
  await expect.poll(async () => (await gaps.list(knowledgeBaseId)).gaps).toHaveLength(1)
  const { page, faults } = await console.open(`${buildPath(docs)}/gaps`)
  await page.getByRole('img', { name: 'By week, oldest first: 0, 0, 0, 0, 0, 0, 0, 2' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: question }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: question }).first().waitFor()
  await dialog.getByText('What readers said: Incomplete (1).').waitFor()
  await dialog.getByText('Incomplete: It names no city.').waitFor()
  expect(await axeFaults(page)).toEqual([])

  await dialog.getByRole('link', { name: 'Draft an article' }).click()
  await page.getByRole('button', { name: 'Write draft' }).click()
  await page.getByText('One question is marked TODO').waitFor()
  const save = page.getByRole('button', { name: 'Save as page' })
  expect(await save.isDisabled()).toBe(true)
  expect(await axeFaults(page)).toEqual([])
  const text = '# France\n\n## What is the capital of France?\n\nThe capital of France is Paris.'
  await page.getByLabel('Markdown').fill(text)
  const link = page.getByRole('link', { name: 'Download .md' })
  expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain(text)
  const address = page.getByLabel('URL', { exact: true })
  await address.fill('https://docs.acme.example/keys')
  await save.click()
  await page.getByText('Another page has this URL. Choose a different one.').waitFor()
  await address.fill('https://docs.acme.example/france')
  const saved = () =>
    readRows(
      database,
      `select title, content, visibility, group_id from documents
       where knowledge_base_id = '${knowledgeBaseId}' and url like '%/france'`,
    )
  expect(await presses(page, 'save-draft.tsx documents.put', save, saved)).toEqual([
    { title: question, content: text, visibility: 'public', group_id: null },
  ])
  await page.getByText('Page saved.').waitFor()
  const gap = async () => (await gaps.list(knowledgeBaseId)).gaps[0]
  await expect.poll(async () => (await gap())?.covered_now).toBe(true)

  await page.getByRole('link', { name: 'Gaps' }).first().click()
  await page.getByRole('button', { name: question }).click()
  await dialog.getByText('Covered now').waitFor()
  const states = () =>
    readRows(database, `select state from gaps where knowledge_base_id = '${knowledgeBaseId}'`)
  const resolve = dialog.getByRole('button', { name: 'Resolve' })
  expect(await presses(page, 'gap-details.tsx gaps.change', resolve, states)).toEqual([
    { state: 'resolved' },
  ])
  await page.getByText('Gap saved').waitFor()
  await page.getByText('No gaps', { exact: true }).waitFor()
  await page.getByLabel('State').selectOption({ label: 'Resolved' })
  await page.getByRole('button', { name: question }).click()
  const reopen = dialog.getByRole('button', { name: 'Reopen' })
  expect(await presses(page, 'gap-details.tsx gaps.change', reopen, states)).toEqual([
    { state: 'open' },
  ])
  await page.getByText('No gaps in this state').waitFor()
  expect(faults).toEqual([])
})

test('a gap gets a title, is merged into another, and is ignored', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId, client } = docs
  const asked = ['What is the capital of France?', 'When does the museum close on Sundays?']
  for (const query of asked.flatMap((question) => [question, question])) {
    for await (const frame of client.ask({ query })) void frame
  }
  const gaps = () =>
    readRows(
      database,
      `select g.title, g.state, count(*)::int as questions
       from gaps g join gap_questions q on q.gap_id = g.id
       where g.knowledge_base_id = '${knowledgeBaseId}'
       group by g.id, g.title, g.state order by g.title`,
    )
  const unnamed = { title: null, state: 'open', questions: 2 }
  await expect.poll(gaps).toEqual([unnamed, unnamed])
  const { page, faults } = await console.open(`${buildPath(docs)}/gaps`)
  const dialog = page.getByRole('dialog')
  const change = async (gap: string, name: string) => {
    await page.getByRole('button', { name: gap }).click()
    return dialog.getByRole('button', { name, exact: true })
  }

  const save = await change('What is the capital of France?', 'Save')
  await dialog.getByLabel('Title').fill('Capitals')
  expect(await presses(page, 'gap-details.tsx gaps.change', save, gaps)).toEqual([
    { ...unnamed, title: 'Capitals' },
    unnamed,
  ])
  const merge = await change('When does the museum close on Sundays?', 'Merge')
  await dialog.getByLabel('Merge into').selectOption('Capitals')
  expect(await presses(page, 'gap-details.tsx gaps.change', merge, gaps)).toEqual([
    { title: 'Capitals', state: 'open', questions: 4 },
  ])
  const ignore = await change('Capitals', 'Ignore')
  expect(await presses(page, 'gap-details.tsx gaps.change', ignore, gaps)).toEqual([
    { title: 'Capitals', state: 'ignored', questions: 4 },
  ])
  await page.getByText('No gaps', { exact: true }).waitFor()
  expect(faults).toEqual([])
})
