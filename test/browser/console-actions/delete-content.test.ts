import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { confirm } from '../../support/browser/confirm.ts'
import { consoleTests, pathOf } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { createKnowledge, putPages } from '../../support/knowledge.ts'
import { readRows } from '../../support/store/services.ts'

const test = consoleTests()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a source is deleted, and the form behind its dialog is not saved', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const create = (name: string) =>
    service.admin.sources.create(knowledgeBaseId, {
      name,
      settings: { type: 'files', base_url: 'https://files.acme.example/' },
      sync: false,
    })
  const source = await create('Handbook')
  const other = await create('Guides')
  const { page, faults } = await console.open(`${pathOf(knowledge)}/sources/${source.id}`)
  const changes: string[] = []
  page.on('request', (each) => each.method() === 'PATCH' && changes.push(each.url()))
  await button(page, 'Delete source').click()
  await presses(page, 'sources.remove', () => confirm(page, 'Delete source', 'Handbook'))
  await page.getByText('The source was deleted').waitFor()
  await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor()
  const left = await readRows(
    database,
    `select id from sources where knowledge_base_id = '${knowledgeBaseId}' and name in ('Handbook', 'Guides')`,
  )
  expect(left).toEqual([{ id: other.id }])
  expect(changes).toEqual([])
  expect(faults).toEqual([])
})

test('a page is deleted', async ({ console, service, database, knowledge }) => {
  const [gone = '', kept = ''] = await putPages(
    service,
    knowledge.knowledgeBaseId,
    ['Keys', 'Roles'].map((title) => ({
      url: `https://docs.acme.example/${title}`,
      content: `# ${title}\n\nAbout ${title}.`,
    })),
  )
  const { page, faults } = await console.open(`${pathOf(knowledge)}/pages/${gone}`)
  await button(page, 'Delete page').click()
  await presses(page, 'documents.remove', () => confirm(page, 'Delete page'))
  await page.getByText('The page was deleted').waitFor()
  const where = `where knowledge_base_id = '${knowledge.knowledgeBaseId}'`
  const documents = await readRows(database, `select id from documents ${where}`)
  expect(documents).toEqual([{ id: kept }])
  const passages = await readRows(database, `select distinct document_id from passages ${where}`)
  expect(passages).toEqual([{ document_id: kept }])
  expect(faults).toEqual([])
})

test('a widget is deleted', async ({ console, service, database, knowledge }) => {
  const create = (name: string) =>
    service.admin.widgets.create(knowledge.knowledgeBaseId, { name, allowed_origins: [] })
  const widget = await create('Help centre')
  const other = await create('Shop')
  const { page, faults } = await console.open(`${pathOf(knowledge)}/widgets/${widget.id}`)
  await button(page, 'Delete widget').click()
  await presses(page, 'widgets.remove', () => confirm(page, 'Delete widget', 'Help centre'))
  await page.getByText('The widget was deleted').waitFor()
  const rows = await readRows(
    database,
    `select id from widgets where knowledge_base_id = '${knowledge.knowledgeBaseId}'`,
  )
  expect(rows).toEqual([{ id: other.id }])
  expect(faults).toEqual([])
})

test('a key is revoked', async ({ console, service, database, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  await service.admin.keys.create(knowledgeBaseId, { name: 'Shop', kind: 'public' })
  const { page, faults } = await console.open(`${pathOf(knowledge)}/keys`)
  await page.getByRole('row', { name: 'Shop' }).getByRole('button', { name: 'Revoke' }).click()
  await presses(page, 'keys.revoke', () => confirm(page, 'Revoke'))
  await page.getByText('The key was revoked').waitFor()
  const rows = await readRows(
    database,
    `select name, revoked_at is not null as is_revoked from client_keys
     where knowledge_base_id = '${knowledgeBaseId}' order by name`,
  )
  expect(rows).toEqual([
    { name: 'Shop', is_revoked: true },
    { name: 'test', is_revoked: false },
  ])
  expect(faults).toEqual([])
})

test('a group is created, renamed, and deleted with its pages moved', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const kept = await service.admin.groups.create(knowledgeBaseId, { name: 'Partners' })
  const { page, faults } = await console.open(`${pathOf(knowledge)}/groups`)
  const groups = () =>
    readRows<{ id: string; name: string }>(
      database,
      `select id, name from source_groups where knowledge_base_id = '${knowledgeBaseId}' order by name`,
    )
  await button(page, 'New group').click()
  await page.getByLabel('Name', { exact: true }).fill('Customers')
  await presses(page, 'groups.create', () => confirm(page, 'Create'))
  await page.getByText('The group was created').waitFor()
  const [created] = await groups()
  expect(created?.name).toBe('Customers')
  const groupId = created?.id ?? ''
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.acme.example/keys', content: '# Keys\n\nKeys.', group_id: groupId },
  ])
  const row = () => page.getByRole('row').filter({ hasText: /customers/i })
  await row().getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Former customers')
  await presses(page, 'groups.change', () => confirm(page, 'Save'))
  await expect.poll(groups).toEqual([
    { id: groupId, name: 'Former customers' },
    { id: kept.id, name: 'Partners' },
  ])
  await row().getByRole('button', { name: 'Delete' }).click()
  await page.getByLabel('Move its pages and sources to').selectOption('Partners')
  await presses(page, 'groups.remove', () => confirm(page, 'Delete'))
  await page.getByText('The group was deleted').waitFor()
  expect(await groups()).toEqual([{ id: kept.id, name: 'Partners' }])
  const documents = await readRows(
    database,
    `select group_id from documents where knowledge_base_id = '${knowledgeBaseId}'`,
  )
  expect(documents).toEqual([{ group_id: kept.id }])
  expect(faults).toEqual([])
})

test('a knowledge base is deleted, and no other', async ({ console, service, database }) => {
  const docs = await createKnowledge(service, 'Old docs')
  const other = await service.admin.knowledgeBases.create(docs.workspaceId, { name: 'New docs' })
  const { page, faults } = await console.open(`${pathOf(docs)}/settings`)
  await button(page, 'Delete knowledge base').click()
  await presses(page, 'knowledgeBases.remove', () =>
    confirm(page, 'Delete knowledge base', 'Old docs'),
  )
  await page.getByText('The knowledge base is being deleted').waitFor()
  const rows = () =>
    readRows(
      database,
      `select id from knowledge_bases where workspace_id = '${docs.workspaceId}' and deleting_at is null`,
    )
  await expect.poll(rows).toEqual([{ id: other.id }])
  expect(faults).toEqual([])
})

test('pages are deleted together, and no other', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const [, , kept = ''] = await putPages(
    service,
    knowledgeBaseId,
    ['Alpha', 'Beta', 'Gamma'].map((title) => ({
      url: `https://docs.acme.example/${title}`,
      title,
      content: `# ${title}\n\nAbout ${title}.`,
    })),
  )
  const { page, faults } = await console.open(`${pathOf(knowledge)}/pages`)
  await page.getByLabel('Select “Alpha”').check()
  await page.getByLabel('Select “Beta”').check()
  await button(page, 'Delete').click()
  await presses(page, 'documents.bulk', () => confirm(page, 'Delete pages', 'Docs'))
  await page.getByText('2 pages were deleted').waitFor()
  const rows = await readRows(
    database,
    `select id from documents where knowledge_base_id = '${knowledgeBaseId}'`,
  )
  expect(rows).toEqual([{ id: kept }])
  expect(faults).toEqual([])
})

test('a question set is deleted', async ({ console, service, database, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const kept = await service.admin.questionSets.create(knowledgeBaseId, { name: 'Release' })
  await service.admin.questionSets.create(knowledgeBaseId, { name: 'Smoke' })
  const { page, faults } = await console.open(`${pathOf(knowledge)}/evaluations`)
  await button(page, 'Smoke').click()
  await button(page, 'Delete the set').click()
  await presses(page, 'questionSets.remove', () => confirm(page, 'Delete', 'Smoke'))
  await page.getByText('The question set is deleted').waitFor()
  const rows = await readRows(
    database,
    `select id from question_sets where knowledge_base_id = '${knowledgeBaseId}'`,
  )
  expect(rows).toEqual([{ id: kept.id }])
  expect(faults).toEqual([])
})
