import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { confirm } from '../../support/browser/confirm.ts'
import { sharedConsoleTests, buildPath } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { createKnowledge, putPages } from '../../support/knowledge.ts'
import { readRows } from '../../support/store/services.ts'

const test = sharedConsoleTests()

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
  const { page, faults } = await console.open(`${buildPath(knowledge)}/sources/${source.id}`)
  const changes: string[] = []
  page.on('request', (each) => each.method() === 'PATCH' && changes.push(each.url()))
  await button(page, 'Delete source').click()
  const sources = () =>
    readRows(
      database,
      `select id from sources where knowledge_base_id = '${knowledgeBaseId}' and name in ('Handbook', 'Guides')`,
    )
  const remove = () => confirm(page, 'Delete source', 'Handbook')
  const left = await presses(page, 'source-settings.tsx sources.remove', remove, sources)
  expect(left).toEqual([{ id: other.id }])
  await page.getByText('Source deleted').waitFor()
  await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor()
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
  const { page, faults } = await console.open(`${buildPath(knowledge)}/pages/${gone}`)
  await button(page, 'Delete page').click()
  const where = `where knowledge_base_id = '${knowledge.knowledgeBaseId}'`
  const documents = () => readRows(database, `select id from documents ${where}`)
  const remove = () => confirm(page, 'Delete page')
  expect(await presses(page, 'document-access.tsx documents.remove', remove, documents)).toEqual([
    { id: kept },
  ])
  await page.getByText('Page deleted').waitFor()
  const passages = await readRows(database, `select distinct document_id from passages ${where}`)
  expect(passages).toEqual([{ document_id: kept }])
  expect(faults).toEqual([])
})

test('a widget is deleted', async ({ console, service, database, knowledge }) => {
  const create = (name: string) =>
    service.admin.widgets.create(knowledge.knowledgeBaseId, { name, allowed_origins: [] })
  const widget = await create('Help centre')
  const other = await create('Shop')
  const { page, faults } = await console.open(`${buildPath(knowledge)}/widgets/${widget.id}`)
  await button(page, 'Delete widget').click()
  const widgets = () =>
    readRows(
      database,
      `select id from widgets where knowledge_base_id = '${knowledge.knowledgeBaseId}'`,
    )
  const remove = () => confirm(page, 'Delete widget', 'Help centre')
  expect(await presses(page, 'widget.tsx widgets.remove', remove, widgets)).toEqual([
    { id: other.id },
  ])
  await page.getByText('Widget deleted').waitFor()
  expect(faults).toEqual([])
})

test('a key is revoked', async ({ console, service, database, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  await service.admin.keys.create(knowledgeBaseId, { name: 'Shop', kind: 'public' })
  const { page, faults } = await console.open(`${buildPath(knowledge)}/keys`)
  await page.getByRole('row', { name: 'Shop' }).getByRole('button', { name: 'Revoke' }).click()
  const keys = () =>
    readRows(
      database,
      `select name, revoked_at is not null as is_revoked from client_keys
       where knowledge_base_id = '${knowledgeBaseId}' order by name`,
    )
  await page.getByRole('dialog').getByText('It was never used.').waitFor()
  const revoke = () => confirm(page, 'Revoke')
  expect(await presses(page, 'key-dialogs.tsx keys.revoke', revoke, keys)).toEqual([
    { name: 'Shop', is_revoked: true },
    { name: 'test', is_revoked: false },
  ])
  await page.getByText('Key revoked').waitFor()
  expect(faults).toEqual([])
})

test('a group is created, changed, and deleted with its pages moved', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const kept = await service.admin.groups.create(knowledgeBaseId, { name: 'Partners' })
  const { page, faults } = await console.open(`${buildPath(knowledge)}/groups`)
  const groups = () =>
    readRows<{ id: string; name: string }>(
      database,
      `select id, name, signed_readers_only from source_groups where knowledge_base_id = '${knowledgeBaseId}' order by name`,
    )
  await button(page, 'Create group').click()
  await page.getByLabel('Name', { exact: true }).fill('Customers')
  const create = () => confirm(page, 'Create')
  const [created] = await presses(page, 'group-dialogs.tsx groups.create', create, groups)
  expect(created?.name).toBe('Customers')
  await page.getByText('Group created').waitFor()
  const groupId = created?.id ?? ''
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.acme.example/keys', content: '# Keys\n\nKeys.', group_id: groupId },
  ])
  const row = () => page.getByRole('row').filter({ hasText: /customers/i })
  await row().getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Former customers')
  await page.getByLabel('Only signed readers').check()
  const save = () => confirm(page, 'Save')
  expect(await presses(page, 'group-dialogs.tsx groups.change', save, groups)).toEqual([
    { id: groupId, name: 'Former customers', signed_readers_only: true },
    { id: kept.id, name: 'Partners', signed_readers_only: false },
  ])
  await row().getByRole('button', { name: 'Delete' }).click()
  await page.getByLabel('Move pages and sources to').selectOption('Partners')
  const remove = () => confirm(page, 'Delete')
  expect(await presses(page, 'group-dialogs.tsx groups.remove', remove, groups)).toMatchObject([
    { id: kept.id, name: 'Partners' },
  ])
  await page.getByText('Group deleted').waitFor()
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
  const { page, faults } = await console.open(`${buildPath(docs)}/settings`)
  await button(page, 'Delete knowledge base').click()
  const bases = () =>
    readRows(
      database,
      `select id from knowledge_bases where workspace_id = '${docs.workspaceId}' and deleting_at is null`,
    )
  const remove = () => confirm(page, 'Delete knowledge base', 'Old docs')
  expect(await presses(page, 'settings.tsx knowledgeBases.remove', remove, bases)).toEqual([
    { id: other.id },
  ])
  await page.getByText('Deleting the knowledge base').waitFor()
  expect(faults).toEqual([])
})

test('pages are changed, indexed again and deleted together, and no other', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'Customers' })
  await putPages(
    service,
    knowledgeBaseId,
    ['Alpha', 'Beta', 'Gamma'].map((title) => ({
      url: `https://docs.acme.example/${title}`,
      title,
      content: `# ${title}\n\nAbout ${title}.`,
    })),
  )
  const { page, faults } = await console.open(`${buildPath(knowledge)}/pages`)
  const read = (columns: string) => () =>
    readRows(
      database,
      `select title, ${columns} from documents
       where knowledge_base_id = '${knowledgeBaseId}' order by title`,
    )
  const begin = async (name: string) => {
    await page.getByLabel('Select “Alpha”').check()
    await page.getByLabel('Select “Beta”').check()
    await button(page, name).click()
  }
  const kept = { title: 'Gamma', visibility: 'public', group_id: null }
  const readers = read('visibility, group_id')
  await begin('Visibility')
  const hide = () => confirm(page, 'Change visibility')
  expect(await presses(page, 'use-bulk.ts documents.bulk', hide, readers)).toEqual([
    { title: 'Alpha', visibility: 'restricted', group_id: null },
    { title: 'Beta', visibility: 'restricted', group_id: null },
    kept,
  ])
  await page.getByText('2 pages changed').waitFor()
  await begin('Group')
  await page.getByRole('dialog').getByLabel('Group').selectOption('Customers')
  const move = () => confirm(page, 'Change group')
  expect(await presses(page, 'use-bulk.ts documents.bulk', move, readers)).toEqual([
    { title: 'Alpha', visibility: 'restricted', group_id: group.id },
    { title: 'Beta', visibility: 'restricted', group_id: group.id },
    kept,
  ])
  await page.getByText('2 pages changed').last().waitFor()

  const labels = read('given_labels')
  await begin('Labels')
  await page.getByRole('dialog').getByLabel('Labels').fill('version=2\nproduct=cli')
  const label = () => confirm(page, 'Change labels')
  const given = { given_labels: { version: ['2'], product: ['cli'] } }
  expect(await presses(page, 'use-bulk.ts documents.bulk', label, labels)).toEqual([
    { title: 'Alpha', ...given },
    { title: 'Beta', ...given },
    { title: 'Gamma', given_labels: {} },
  ])
  await page.getByText('2 pages changed').last().waitFor()

  const indexed = read('state, indexed_at')
  const [alpha, beta, gamma] = await indexed()
  await begin('Reindex')
  const index = () => confirm(page, 'Reindex')
  await presses(page, 'use-bulk.ts documents.bulk', index, indexed)
  const isAgain = { state: 'indexed', indexed_at: expect.any(Date) }
  await expect
    .poll(indexed)
    .toEqual([{ title: 'Alpha', ...isAgain }, { title: 'Beta', ...isAgain }, gamma])
  expect((await indexed()).slice(0, 2)).not.toContainEqual(alpha)
  expect((await indexed()).slice(0, 2)).not.toContainEqual(beta)

  await begin('Delete')
  const remove = () => confirm(page, 'Delete pages', 'Docs')
  expect(await presses(page, 'use-bulk.ts documents.bulk', remove, readers)).toEqual([kept])
  await page.getByText('2 pages deleted').waitFor()
  expect(faults).toEqual([])
})

test('a question set is deleted', async ({ console, service, database, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const kept = await service.admin.questionSets.create(knowledgeBaseId, { name: 'Release' })
  await service.admin.questionSets.create(knowledgeBaseId, { name: 'Smoke' })
  const { page, faults } = await console.open(`${buildPath(knowledge)}/evaluations`)
  await button(page, 'Smoke').click()
  await button(page, 'Delete set').click()
  const sets = () =>
    readRows(
      database,
      `select id from question_sets where knowledge_base_id = '${knowledgeBaseId}'`,
    )
  const remove = () => confirm(page, 'Delete', 'Smoke')
  expect(await presses(page, 'set-details.tsx questionSets.remove', remove, sets)).toEqual([
    { id: kept.id },
  ])
  await page.getByText('Question set deleted').waitFor()
  expect(faults).toEqual([])
})
