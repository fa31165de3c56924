import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { consoleTests, pathOf } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { putPages } from '../../support/knowledge.ts'
import { readRows } from '../../support/store/services.ts'

const test = consoleTests()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a workspace and a knowledge base are created, and settings are changed', async ({
  console,
  database,
}) => {
  const { page, faults } = await console.open('/new')
  await page.getByLabel('Name').fill('Acme docs')
  const workspace = page.getByLabel('Workspace')
  if ((await workspace.count()) > 0) await workspace.selectOption('A new workspace')
  await presses(page, 'workspaces.create', () =>
    presses(page, 'knowledgeBases.create', () => button(page, 'Create knowledge base').click()),
  )
  await page.getByText('Acme docs was created').waitFor()
  const bases = () =>
    readRows<{ id: string }>(
      database,
      `select b.id, b.workspace_id, b.name, w.name as workspace, starter_mode, own_questions, mcp_enabled
       from knowledge_bases b join workspaces w on w.id = workspace_id where w.name = 'Acme docs'`,
    )
  const [created] = await bases()
  expect(created).toMatchObject({ name: 'Acme docs', starter_mode: 'generated' })
  expect(page.url()).toContain(created?.id)

  await page.getByRole('link', { name: 'Knowledge base', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Acme manual')
  await page.getByLabel('Shown before a reader types').selectOption('Your own')
  await page.getByLabel('Your questions').fill('How do I start?\nWhat does it cost?')
  await page.getByLabel('MCP', { exact: true }).uncheck()
  await presses(page, 'knowledgeBases.change', () => button(page, 'Save').click())
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await bases()).toMatchObject([
    {
      id: created?.id,
      name: 'Acme manual',
      workspace: 'Acme docs',
      starter_mode: 'own',
      own_questions: ['How do I start?', 'What does it cost?'],
      mcp_enabled: false,
    },
  ])
  expect(faults).toEqual([])
})

test('a widget is created and changed, and no other', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const other = { name: 'Shop', allowed_origins: ['https://shop.acme.example'] }
  await service.admin.widgets.create(knowledgeBaseId, other)
  const widgets = () =>
    readRows(
      database,
      `select name, enabled, allowed_origins, voice from widgets
       where knowledge_base_id = '${knowledgeBaseId}' order by name`,
    )
  const { page, faults } = await console.open(`${pathOf(knowledge)}/widgets`)
  await button(page, 'New widget').click()
  await page.getByLabel('Name', { exact: true }).fill('Help')
  await page.getByLabel('Allowed origins').fill('https://docs.acme.example')
  await presses(page, 'widgets.create', () => button(page, 'Create').click())
  await page.getByText('The widget was saved').waitFor()
  const created = { name: 'Help', enabled: true, allowed_origins: ['https://docs.acme.example'] }
  expect(await widgets()).toMatchObject([created, other])

  await page.getByLabel('Name', { exact: true }).fill('Help centre')
  await page.getByLabel('Allowed origins').fill('https://help.acme.example')
  await page.getByLabel('Voice').fill('Friendly.')
  await page.getByLabel('Enabled').uncheck()
  await presses(page, 'widgets.change', () => button(page, 'Save').click())
  await page.getByText('Saved: pages show it from their next load on').waitFor()
  expect(await widgets()).toMatchObject([
    {
      name: 'Help centre',
      enabled: false,
      allowed_origins: ['https://help.acme.example'],
      voice: 'Friendly.',
    },
    { ...other, enabled: true },
  ])
  expect(faults).toEqual([])
})

test('who may read a page is changed, of it and of its passages', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'Customers' })
  const [changed = '', kept = ''] = await putPages(
    service,
    knowledgeBaseId,
    ['Keys', 'Roles'].map((title) => ({
      url: `https://docs.acme.example/${title}`,
      content: `# ${title}\n\nAbout ${title}.`,
    })),
  )
  const documents = () =>
    readRows(
      database,
      `select d.id, d.visibility, group_id, array_agg(distinct p.visibility) as of_passages
       from documents d join passages p on p.document_id = d.id
       where d.knowledge_base_id = '${knowledgeBaseId}' group by d.knowledge_base_id, d.id order by title`,
    )
  const { page, faults } = await console.open(`${pathOf(knowledge)}/pages/${changed}`)
  await page.getByLabel('Visibility', { exact: true }).selectOption('Restricted')
  await page.getByLabel('Group', { exact: true }).selectOption('Customers')
  await presses(page, 'documents.change', () => button(page, 'Save').click())
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await documents()).toEqual([
    { id: changed, visibility: 'restricted', group_id: group.id, of_passages: ['restricted'] },
    { id: kept, visibility: 'public', group_id: null, of_passages: ['public'] },
  ])
  expect(faults).toEqual([])
})
