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
    page('keys', 'Client keys', 'Rotate a client key under Settings.'),
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
  for (const theme of ['light', 'dark'] as const) {
    await shown.emulateMedia({ colorScheme: theme })
    for (const width of [1440, 390]) {
      await shown.setViewportSize({ width, height: 900 })
      await shown.screenshot({ path: `${PICTURES}/verified-${name}-${theme}-${width}.png` })
    }
  }
  await shown.emulateMedia({ colorScheme: 'light' })
  await shown.setViewportSize({ width: 1280, height: 800 })
}

const QUESTION = 'How do I rotate a client key?'

test('an editor writes a verified answer, tries it, confirms it after a change and deletes it', async ({
  console,
  service,
  database,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const stored = () =>
    readRows<{ answer: string }>(
      database,
      `select questions, answer, verified_at::text,
              (select array_agg(title order by position) from verified_answer_sources s
               where s.verified_answer_id = a.id) as sources
       from verified_answers a where knowledge_base_id = '${knowledgeBaseId}'`,
    )
  const { page: shown, faults } = await console.open(`${buildPath(docs)}/verified-answers`)
  await shown.getByText('No verified answers yet').waitFor()
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, 'empty')
  await shown.getByRole('button', { name: 'Verify an answer' }).click()
  const dialog = shown.getByRole('dialog')
  await dialog.getByLabel('Question', { exact: true }).fill(QUESTION)
  await dialog.getByLabel('Other wordings').fill('My key has leaked\n\n  key rotation ')
  await dialog.getByLabel('Answer').fill('Make a **second** key first [1].')
  expect(await dialog.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true)
  const find = dialog.getByLabel('Sources')
  await find.fill('limits')
  await dialog.getByRole('button', { name: /Limits/ }).click()
  await find.fill('client keys')
  await dialog.getByRole('button', { name: /Client keys/ }).click()
  await dialog.getByRole('button', { name: 'Remove Limits' }).click()
  await dialog.getByText('Preview').click()
  await dialog.locator('strong', { hasText: 'second' }).waitFor()
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, 'form')
  const verify = () => confirm(shown, 'Verify')
  expect(
    await presses(shown, 'answer-form.tsx verifiedAnswers.create', verify, stored),
  ).toMatchObject([
    {
      questions: [QUESTION, 'My key has leaked', 'key rotation'],
      answer: 'Make a **second** key first [1].',
      sources: ['Client keys'],
    },
  ])
  const rowOf = (on: Page) => on.getByRole('row').filter({ hasText: QUESTION })
  await rowOf(shown).getByText('Live', { exact: true }).waitFor()

  const asking = `${buildPath(docs)}/playground?q=${encodeURIComponent(QUESTION)}`
  const { page: asked, faults: askedFaults } = await console.open(asking)
  await asked.getByText('Verified by the docs team').waitFor()
  expect(await axeFaults(asked)).toEqual([])
  await picture(asked, 'playground')
  await asked.getByRole('article').getByRole('link', { name: QUESTION }).click()
  const editing = asked.getByRole('dialog')
  await editing.getByLabel('Answer').fill('Make a second key before that [1].')
  await editing.getByLabel('Expires on').fill('2099-01-31')
  const change = () => confirm(asked, 'Verify')
  expect(
    await presses(asked, 'answer-form.tsx verifiedAnswers.change', change, stored),
  ).toMatchObject([{ answer: 'Make a second key before that [1].' }])
  await rowOf(asked).getByText('Until 2099-01-31').waitFor()

  await putPages(service, knowledgeBaseId, [
    page('keys', 'Client keys', 'Rotate a client key under Access.'),
  ])
  const { page: later, faults: laterFaults } = await console.open(
    `${buildPath(docs)}/verified-answers`,
  )
  const row = rowOf(later)
  await row.getByText('Needs review').waitFor()
  await row.getByText('Changed since: Client keys').waitFor()
  expect(await axeFaults(later)).toEqual([])
  expect(await sidewaysScroll(later)).toBe(0)
  await picture(later, 'list')
  const still = row.getByRole('button', { name: 'Still correct' })
  await presses(later, 'verified-answers.tsx verifiedAnswers.change', still, stored)
  await row.getByText('Live', { exact: true }).waitFor()

  await row.getByRole('button', { name: 'Delete' }).click()
  const remove = () => confirm(later, 'Delete')
  expect(
    await presses(later, 'verified-answers.tsx verifiedAnswers.remove', remove, stored),
  ).toEqual([])
  await later.getByText('No verified answers yet').waitFor()
  expect([...faults, ...askedFaults, ...laterFaults]).toEqual([])
})

test('an answer becomes a verified one in two clicks, and so does a gap', async ({
  console,
  service,
  docs,
}) => {
  const { knowledgeBaseId, client } = docs
  const { verifiedAnswers, gaps } = service.admin
  let messageId = ''
  const question = 'How many requests does a client key make?'
  for await (const frame of client.ask({ query: question })) {
    if ('message_id' in frame) messageId = frame.message_id ?? ''
  }
  const { page: shown, faults } = await console.open(
    `${buildPath(docs)}/questions?open=${messageId}`,
  )
  await shown.getByRole('link', { name: 'Verify this answer' }).click()
  const dialog = shown.getByRole('dialog')
  await expect
    .poll(() => dialog.getByLabel('Question', { exact: true }).inputValue())
    .toBe(question)
  await confirm(shown, 'Verify')
  await shown.getByText('Verified. Readers get this answer from now on.').waitFor()
  const list = async () => (await verifiedAnswers.list(knowledgeBaseId)).verified_answers
  const [made] = await list()
  expect(made).toMatchObject({ question, state: 'given' })
  expect(made?.sources.map(({ title }) => title)).toContain('Limits')
  let verifiedAt: string | undefined
  for await (const frame of client.ask({ query: question })) {
    if ('verified_at' in frame) verifiedAt = frame.verified_at
  }
  expect(verifiedAt).toBe(made?.verified_at)

  const missing = 'What is the capital of France?'
  for (const query of [missing, `${missing} `])
    for await (const frame of client.ask({ query })) void frame
  await expect.poll(async () => (await gaps.list(knowledgeBaseId)).gaps).toHaveLength(1)
  await shown.getByRole('link', { name: 'Gaps', exact: true }).click()
  await shown.getByRole('button', { name: missing }).click()
  await shown.getByRole('link', { name: 'Write a verified answer' }).click()
  await expect.poll(() => dialog.getByLabel('Question', { exact: true }).inputValue()).toBe(missing)
  expect(faults).toEqual([])
})
