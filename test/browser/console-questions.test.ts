import { expect } from 'vitest'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { axeFaults, consoleTests, pathOf } from '../support/browser/console.ts'

const test = consoleTests()

test('questions are filtered, read with their trace, and reviewed', async ({
  console,
  service,
}) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId, client } = docs
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.acme.example/keys', content: '# Keys\n\nRotate a key under Settings.' },
  ])
  for (const query of ['How do I rotate a key?', 'What is the capital of France?']) {
    for await (const frame of client.ask({ query })) void frame
  }
  const { page } = await console.open(`${pathOf(docs)}/questions`)
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await row('How do I rotate a key?').waitFor()

  await page.getByLabel('Outcome').selectOption({ label: 'Not covered' })
  await row('How do I rotate a key?').waitFor({ state: 'detached' })
  await row('What is the capital of France?').waitFor()
  await page.getByLabel('Outcome').selectOption({ label: 'Any outcome' })
  await page.getByLabel('Words of the question').fill('rotating keys')
  await page.getByLabel('Words of the question').press('Enter')
  await row('What is the capital of France?').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'How do I rotate a key?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Rotate a key under Settings.').first().waitFor()
  await dialog.getByText('How it was answered').click()
  await dialog.getByText('Searched for').waitFor()
  await dialog.getByLabel('Reviewed').check()
  await dialog.getByLabel('Tags').fill('keys, settings')
  await dialog.getByLabel('Note').fill('Fine.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The review is saved').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByLabel('Review', { exact: true }).selectOption({ label: 'Reviewed' })
  await row('keys · settings').waitFor()
  const { messages } = await service.admin.messages.list(knowledgeBaseId, { tag: 'settings' })
  expect(messages).toMatchObject([{ note: 'Fine.', tags: ['keys', 'settings'] }])
})
