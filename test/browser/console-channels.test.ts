import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { axeFaults, sharedConsoleTests, buildPath } from '../support/browser/console.ts'

const test = sharedConsoleTests().extend('docs', { scope: 'file' }, async ({ service }) => {
  const docs = await createKnowledge(service, 'Acme docs')
  await putPages(service, docs.knowledgeBaseId, [
    {
      url: 'https://docs.acme.example/keys',
      title: 'Keys',
      content: '# Keys\n\nTo rotate a key, open the settings and press Rotate.',
    },
  ])
  return docs
})

const code = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).textContent()

test('a support form is answered before it is sent, as on the operator’s page', async ({
  console,
  service,
  docs,
}) => {
  const { page, faults } = await console.open(`${buildPath(docs)}/forms`)
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('How can we help?').fill('How do I rotate a key?')
  // The widget watches the form once it has loaded.
  await frame.locator('footnote-widget').waitFor({ state: 'attached' })
  await frame.getByRole('button', { name: 'Send to support' }).click()
  const dialog = frame.locator('footnote-widget').getByRole('dialog')
  await dialog.getByText('open the settings and press Rotate').first().waitFor()
  const solved = dialog.getByRole('button', { name: 'Yes, don’t send it' })
  await solved.hover()
  await expect
    .poll(() =>
      solved.evaluate(
        (element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor,
      ),
    )
    .toBe('rgb(11, 92, 99)')
  await dialog.getByRole('button', { name: 'No, send my message' }).click()
  await frame.getByText('Sent. On your page').waitFor()
  expect((await service.admin.messages.list(docs.knowledgeBaseId)).messages).toEqual([])

  await page.getByLabel('Form', { exact: true }).fill('#help form')
  await page.getByLabel('Subject field').fill('[name="topic"]')
  await page.getByRole('button', { name: 'Create a key for this snippet' }).click()
  await expect.poll(() => code(page, 'HTML')).toContain('data-client-key="fnp_')
  const snippet = await code(page, 'HTML')
  expect(snippet).toContain(`data-knowledge-base-id="${docs.knowledgeBaseId}"`)
  expect(snippet).toContain('data-form-selector="#help form"')
  expect(snippet).toContain('data-form-subject="[name=&quot;topic&quot;]"')
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('AI tools have an address, and something to paste for each tool', async ({
  console,
  service,
  docs,
}) => {
  const id = docs.knowledgeBaseId
  await service.admin.knowledgeBases.change(id, { llms_txt: true, page_markdown: true })
  const { page, faults } = await console.open(`${buildPath(docs)}/ai-tools`)
  await page.getByRole('button', { name: 'Create a key for AI tools' }).click()
  await expect.poll(() => code(page, 'Claude Code')).toContain('X-Client-Key: fnp_')
  expect(await code(page, 'URL')).toBe(`${service.baseUrl}/mcp/${id}`)
  await page.getByRole('tab', { name: 'Cursor' }).click()
  const file = JSON.parse((await code(page, 'Cursor: .cursor/mcp.json')) ?? '')
  expect(file).toMatchObject({ mcpServers: { docs: { url: `${service.baseUrl}/mcp/${id}` } } })
  await page.getByRole('tab', { name: 'VS Code' }).click()
  await page.getByRole('link', { name: 'Open in VS Code' }).waitFor()
  const address = await code(page, 'llms.txt: your public pages with their URLs')
  expect(await (await fetch(address ?? '')).text()).toContain('https://docs.acme.example/keys')
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('storing nothing takes the workspace’s name, and a reader is counted before they are erased', async ({
  console,
  service,
}) => {
  const docs = await createKnowledge(service, 'Own docs')
  for await (const frame of docs.client.ask({ query: 'Keys?', user: { id: 'reader-7' } }))
    void frame
  const { page, faults } = await console.open(`${buildPath(docs)}/retention`)
  await page.getByLabel('Reader', { exact: true }).fill('reader-7')
  await page.getByRole('button', { name: 'Count conversations' }).click()
  await page.getByText('Conversations to erase: 1, with answers: 1.').waitFor()
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await page.getByLabel('Type “reader-7” to confirm').fill('reader-7')
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await page.getByText('Reader erased').waitFor()

  await page.getByLabel('Delete idle conversations after (days)').fill('30')
  await page.getByLabel('Keys and passwords').check()
  await page.getByLabel('Email addresses').check()
  await page.getByLabel('Stored as').selectOption('hashed')
  await page.getByLabel('Delete audit log entries after (days)').fill('365')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await service.admin.workspaces.get(docs.workspaceId)).toMatchObject({
    retention: 'standard',
    thread_retention_days: 30,
    redact: ['email', 'key'],
    asker_storage: 'hashed',
    audit_retention_days: 365,
  })
  await page.getByLabel('Stored data').selectOption('zero')
  await page.getByRole('button', { name: 'Save' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Erase and stop storing' })
  expect(await confirm.isDisabled()).toBe(true)
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Type “Own docs” to confirm').fill('Own docs')
  await confirm.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await service.admin.workspaces.get(docs.workspaceId)).toMatchObject({ retention: 'zero' })
  expect(faults).toEqual([])
})
