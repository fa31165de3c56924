import { expect } from 'vitest'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { presses } from '../support/browser/pressing.ts'
import { readRows } from '../support/store/services.ts'
import { asTenant } from '../support/store/stored-messages.ts'
import { axeFaults, sharedConsoleTests, buildPath } from '../support/browser/console.ts'

const test = sharedConsoleTests()

test('questions are filtered, read with their trace, and reviewed', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId, client } = docs
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.acme.example/keys', content: '# Keys\n\nRotate a key under Settings.' },
  ])
  const asked = { query: 'How do I rotate a key?', page_url: 'https://docs.acme.example/start' }
  for (const question of [asked, { query: 'What is the capital of France?' }]) {
    for await (const frame of client.ask(question)) void frame
  }
  const { messages: stored } = await service.admin.messages.list(knowledgeBaseId)
  const rated = stored.find(({ question }) => question === asked.query)?.id ?? ''
  await client.rate({ message_id: rated, rating: 'down', reason: 'outdated', comment: 'Since v2.' })
  await service.admin.questionSets.create(knowledgeBaseId, { name: 'Release' })
  const { page } = await console.open(`${buildPath(docs)}/questions`)
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await row('How do I rotate a key?').waitFor()

  await page.getByText('2 questions', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'What is the capital of France?' }).click()
  const sheet = page.getByRole('dialog')
  const step = (name: string) => sheet.getByRole('button', { name: `${name} question` })
  await sheet.getByRole('heading', { name: 'What is the capital of France?' }).waitFor()
  expect(await step('Previous').isDisabled()).toBe(true)
  await step('Next').click()
  await sheet.getByRole('heading', { name: 'How do I rotate a key?' }).waitFor()
  expect(await step('Next').isDisabled()).toBe(true)
  expect(await axeFaults(page)).toEqual([])
  await step('Previous').click()
  await sheet.getByRole('heading', { name: 'What is the capital of France?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('No questions match').waitFor()
  await page.getByLabel('To', { exact: true }).fill('')
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await row('How do I rotate a key?').waitFor()

  await page.getByLabel('Outcome').selectOption({ label: 'Not covered' })
  await row('How do I rotate a key?').waitFor({ state: 'detached' })
  await row('What is the capital of France?').waitFor()
  await page.getByLabel('Outcome').selectOption({ label: 'Any outcome' })
  await page.getByLabel('Rating').selectOption({ label: 'Wrong' })
  await row('How do I rotate a key?').waitFor({ state: 'detached' })
  await page.getByLabel('Rating').selectOption({ label: 'Out of date' })
  await row('How do I rotate a key?').waitFor()
  await page.getByLabel('Rating').selectOption({ label: 'Any rating' })
  await page.getByLabel('Search questions').fill('rotating keys')
  await page.getByLabel('Search questions').press('Enter')
  await row('What is the capital of France?').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'How do I rotate a key?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Rotate a key under Settings.').first().waitFor()
  expect(await dialog.getByRole('definition').allTextContents()).toEqual(
    expect.arrayContaining(['Not helpful', 'Out of date', 'Since v2.']),
  )
  await dialog.getByText('How it was answered').click()
  await dialog.getByText('Searched for').waitFor()
  await dialog.getByRole('row').filter({ hasText: 'cited' }).getByRole('button').click()
  await dialog.getByRole('cell', { name: 'Rotate a key under Settings.' }).waitFor()
  await dialog.getByLabel('Reviewed').check()
  await dialog.getByLabel('Tags').fill('keys, settings')
  await dialog.getByLabel('Note').fill('Fine.')
  const reviews = () =>
    readRows(
      database,
      `select reviewed_at is not null as is_reviewed, tags, note from message_reviews
       where knowledge_base_id = '${knowledgeBaseId}'`,
    )
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(await presses(page, 'review-form.tsx messages.review', save, reviews)).toEqual([
    { is_reviewed: true, tags: ['keys', 'settings'], note: 'Fine.' },
  ])
  await page.getByText('Review saved').waitFor()
  await dialog.getByLabel('Add to question set').selectOption('Release')
  const questions = () =>
    readRows(
      database,
      `select question from set_questions where knowledge_base_id = '${knowledgeBaseId}'`,
    )
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  expect(await presses(page, 'add-to-set.tsx questionSets.addQuestions', add, questions)).toEqual([
    { question: asked.query },
  ])
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Questions asked on this page' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Asked on: https://docs.acme.example/start').waitFor()
  await row('What is the capital of France?').waitFor({ state: 'detached' })
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: /^Remove “Asked on/ }).click()
  await row('What is the capital of France?').waitFor()

  await page.getByLabel('Review', { exact: true }).selectOption({ label: 'Reviewed' })
  await row('keys · settings').waitFor()
  const { messages } = await service.admin.messages.list(knowledgeBaseId, { tag: 'settings' })
  expect(messages).toMatchObject([{ note: 'Fine.', tags: ['keys', 'settings'] }])
})

test('a question set is generated and run, and two runs are compared with both answers', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId } = docs
  const makePage = (name: string, text: string) => ({
    url: `https://docs.acme.example/${name}`,
    content: `# Rotate ${name}\n\n${text}`,
  })
  await putPages(service, knowledgeBaseId, [makePage('keys', 'Rotate keys under Settings.')])
  const { page, faults } = await console.open(`${buildPath(docs)}/evaluations`)
  await page.getByRole('button', { name: 'Create question set' }).first().click()
  await page.getByLabel('Name').fill('Release')
  const where = `where knowledge_base_id = '${knowledgeBaseId}'`
  const questions = async () => {
    const rows = await readRows<{ question: string; expect: string }>(
      database,
      `select question, expect from set_questions ${where} order by position`,
    )
    return rows.map((row) => [row.question, row.expect])
  }
  const stored = () =>
    readRows<{ id: string; name: string }>(database, `select id, name from question_sets ${where}`)
  const create = page.getByRole('button', { name: 'Create', exact: true })
  const sets = await presses(
    page,
    'new-set.tsx questionSets.create',
    () => presses(page, 'new-set.tsx questionSets.addQuestions', create, questions),
    stored,
  )
  expect(sets).toMatchObject([{ name: 'Release' }])
  await page.getByText('Question set created').waitFor()
  const generated = await questions()
  expect(generated).toHaveLength(1)
  await service.admin.questionSets.addQuestions(knowledgeBaseId, sets[0]?.id ?? '', {
    items: [{ question: 'When is the invoice sent?', must_say: ['Monday'] }],
  })
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await page.getByRole('button', { name: 'New question', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'New question' })
  await editor.getByLabel('Question', { exact: true }).fill('Is the moon green?')
  await editor.getByLabel('Pages that answer it').fill('rotate')
  await editor.getByRole('button', { name: 'Rotate keys' }).click()
  await editor.getByLabel('Phrases').fill('Settings\n\nkeys')
  expect(await axeFaults(page)).toEqual([])
  const saveQuestion = editor.getByRole('button', { name: 'Save' })
  expect(
    await presses(page, 'edit-question.tsx questionSets.change', saveQuestion, questions),
  ).toContainEqual(['Is the moon green?', 'answer'])
  const inSet = page.getByRole('listitem').filter({ hasText: 'Is the moon green?' })
  await inSet.getByText('says “Settings”, “keys”').waitFor()
  // Another question that was changed meanwhile stays as it is now.
  await service.admin.questionSets.addQuestions(knowledgeBaseId, sets[0]?.id ?? '', {
    items: [{ question: 'Is it added by somebody else?' }],
  })
  await page.getByRole('button', { name: 'Edit Is the moon green?' }).click()
  const changed = page.getByRole('dialog', { name: 'Edit question' })
  await changed.getByLabel('Expected').selectOption({ label: 'Must be refused' })
  await changed.getByRole('button', { name: 'Save' }).click()
  await inSet.getByText('Must be refused').waitFor()
  for (const text of ['Is the moon green?', 'Is it added by somebody else?']) {
    const kept = await service.admin.questionSets.get(knowledgeBaseId, sets[0]?.id ?? '')
    expect(kept.items.find(({ question }) => question === text)).toMatchObject({
      expect: text === 'Is the moon green?' ? 'refuse' : 'answer',
      expected_pages: [],
    })
    await page.getByRole('button', { name: `Edit ${text}` }).click()
    const remove = page.getByRole('button', { name: 'Remove from set' })
    const left = await presses(page, 'edit-question.tsx questionSets.change', remove, questions)
    expect(left.flat()).not.toContain(text)
    await page.getByRole('button', { name: `Edit ${text}` }).waitFor({ state: 'detached' })
  }
  const rest = [...generated, ['When is the invoice sent?', 'answer']]
  expect(await questions()).toEqual(rest)
  await page.getByLabel('Start with').selectOption('A JSON or CSV file')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('question,expect\nWho owns the moon?,refuse\n'),
  })
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })
  expect(await presses(page, 'set-details.tsx questionSets.addQuestions', add, questions)).toEqual([
    ...rest,
    ['Who owns the moon?', 'refuse'],
  ])
  await page.getByText('Questions added').waitFor()
  await page.getByRole('button', { name: 'Edit Who owns the moon?' }).click()
  await page.getByRole('button', { name: 'Remove from set' }).click()
  await expect.poll(questions).toEqual(rest)
  await changed.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Release' }).getByRole('button', { name: 'Close' }).click()
  const runs = () =>
    readRows(database, `select set_id, label, state from evaluations ${where} order by created_at`)
  const runAs = async (label: string) => {
    await page.getByRole('button', { name: 'Run Release' }).click()
    await page.getByLabel('Label').fill(label)
    const run = page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true })
    await presses(page, 'start-run.tsx evaluations.start', run, runs)
    const row = page.getByRole('row').filter({ hasText: label })
    await row
      .getByText(/^\d of 2$/)
      .first()
      .waitFor()
  }
  await runAs('As it is')
  await putPages(service, knowledgeBaseId, [
    {
      url: 'https://docs.acme.example/invoices',
      content: '# Invoices\n\nThe invoice is sent on Monday.',
    },
  ])
  await runAs('With invoices')
  await page.getByLabel('Question set', { exact: true }).selectOption({ label: 'Release' })
  await page.getByLabel('Recall, minimum').fill('0.9')
  const gates = () =>
    readRows(database, `select set_id, thresholds, hold_syncs from evaluation_gates ${where}`)
  const saveGate = page.getByRole('button', { name: 'Save' })
  expect(await presses(page, 'gate.tsx evaluations.putGate', saveGate, gates)).toEqual([
    { set_id: sets[0]?.id, thresholds: { recall: 0.9 }, hold_syncs: true },
  ])
  await page.getByText('Gate saved').waitFor()
  expect(await runs()).toEqual(
    ['As it is', 'With invoices'].map((label) => ({
      set_id: sets[0]?.id,
      label,
      state: 'completed',
    })),
  )
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'With invoices' }).click()
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await page.getByText('Fixed 1').waitFor()
  await page.getByRole('heading', { name: 'Before: As it is' }).waitFor()
  await page.getByText('The invoice is sent on Monday.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('analytics are shown by group, beside the period before, with what failed', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId } = docs
  await asTenant(database.ownerUrl, docs, (client) => client.query(COUNTS, [knowledgeBaseId]))
  const { page, faults } = await console.open(`${buildPath(docs)}/analytics`)
  await page.getByText('previously 60').waitFor()
  await page.getByText('+100%', { exact: true }).waitFor()
  await page.getByText(/^Questions, .*: Questions 120, Previous period 60\.$/).waitFor()
  await page.getByRole('cell', { name: 'request-of-the-reader', exact: true }).waitFor()
  expect(await page.locator('.recharts-line-curve').count()).toBe(2)

  await page.getByLabel('Group by').selectOption({ label: 'Channel' })
  const groups = page.getByRole('group', { name: 'By channel' })
  await groups.getByRole('row', { name: /AI tool 60/ }).waitFor()
  await page.getByLabel('Metric', { exact: true }).selectOption({ label: 'Speed' })
  await page.getByText('Show as table').click()
  await page.getByRole('columnheader', { name: 'AI tool' }).waitFor()
  expect(new URL(page.url()).searchParams.get('group')).toBe('source')
  await page.getByLabel('Period').selectOption({ label: 'Custom' })
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('From', { exact: true }).fill(today)
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(today)
  await page.getByLabel('Metric', { exact: true }).selectOption({ label: 'Questions' })
  await page.getByText(`${today} to ${today}`, { exact: true }).waitFor()
  await page.locator('.recharts-line-dot').first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

/** Four questions a day for 30 days, half of them over MCP, and half as many in the 30 days before. */
const COUNTS = `
  with counted as (
    insert into answer_counts (knowledge_base_id, day, source, widget_id, key_id, model, language,
      questions, covered, rated_up, first_delta_ms, total_ms)
    select $1, (now() at time zone 'utc')::date - ago, source, no_id(), no_id(), 'extract', 'en',
      case when ago < 30 then 2 else 1 end, 1, 1, count_time(array_fill(0, array[56]), 400 + ago * 20),
      count_time(array_fill(0, array[56]), 1200 + ago * 20)
    from generate_series(0, 59) ago, unnest(array['widget', 'mcp']) source)
  insert into answer_failures (knowledge_base_id, id, request_id, error_code, source, created_at)
  values ($1, gen_random_uuid(), 'request-of-the-reader', 'timeout', 'widget', now())`
