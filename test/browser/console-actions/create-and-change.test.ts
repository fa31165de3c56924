import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { confirm } from '../../support/browser/confirm.ts'
import { axeFaults, consoleTests, buildPath } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { putPages } from '../../support/knowledge.ts'
import { createFiles, syncNow } from '../../support/sources.ts'
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
  if ((await workspace.count()) > 0) await workspace.selectOption('New workspace')
  const bases = () =>
    readRows<{ id: string }>(
      database,
      `select b.id, b.workspace_id, b.name, w.name as workspace, starter_mode, own_questions, mcp_enabled,
              split_questions, default_filter, contact
       from knowledge_bases b join workspaces w on w.id = workspace_id where w.name = 'Acme docs'`,
    )
  const workspaces = () =>
    readRows(database, `select name from workspaces where name = 'Acme docs'`)
  const create = button(page, 'Create knowledge base')
  await presses(
    page,
    'start.tsx workspaces.create',
    () => presses(page, 'start.tsx knowledgeBases.create', create, bases),
    workspaces,
  )
  await page.getByText('Acme docs created').waitFor()
  const [created] = await bases()
  expect(created).toMatchObject({ name: 'Acme docs', starter_mode: 'generated' })
  expect(page.url()).toContain(created?.id)

  await page.getByRole('link', { name: 'Knowledge base', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Acme manual')
  await page.getByLabel('Questions to show').selectOption('Your own')
  await page.getByLabel('Your questions').fill('How do I start?\nWhat does it cost?')
  await page.getByLabel('MCP', { exact: true }).uncheck()
  await page.getByLabel('Search for each part of a question').uncheck()
  await page.getByLabel('Default filter').fill('version=2')
  await page.getByLabel('Messages from readers').selectOption('By webhook')
  const save = button(page, 'Save')
  const saved = await presses(page, 'settings-form.tsx knowledgeBases.change', save, bases)
  expect(saved).toMatchObject([
    {
      id: created?.id,
      name: 'Acme manual',
      workspace: 'Acme docs',
      starter_mode: 'own',
      own_questions: ['How do I start?', 'What does it cost?'],
      mcp_enabled: false,
      split_questions: false,
      default_filter: { version: ['2'] },
      contact: { by: 'webhook' },
    },
  ])
  await page.getByText('Saved', { exact: true }).waitFor()
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
      `select name, enabled, allowed_origins, voice, config from widgets
       where knowledge_base_id = '${knowledgeBaseId}' order by name`,
    )
  const { page, faults } = await console.open(`${buildPath(knowledge)}/widgets`)
  await button(page, 'Create widget').click()
  await page.getByLabel('Name', { exact: true }).fill('Help')
  await page.getByLabel('Allowed origins').fill('https://docs.acme.example')
  const created = { name: 'Help', enabled: true, allowed_origins: ['https://docs.acme.example'] }
  expect(
    await presses(page, 'widgets.tsx widgets.create', button(page, 'Create'), widgets),
  ).toMatchObject([created, other])
  await page.getByText('Widget created').waitFor()
  // Until its page is there, the dialog is, with fields of the same names.
  await page.getByRole('heading', { name: 'Help', exact: true }).waitFor()
  const cards = page.getByRole('heading', { level: 2 })
  expect((await cards.allTextContents()).slice(0, 2)).toEqual(['Snippet', 'Appearance'])

  await page.getByLabel('Name', { exact: true }).fill('Help centre')
  await page.getByLabel('Allowed origins').fill('https://help.acme.example')
  await page.getByLabel('Button label').fill('Ask Acme')
  const launcher = page.frameLocator('iframe').locator('footnote-widget .launcher')
  await expect.poll(() => launcher.textContent()).toBe('Ask Acme')
  await page.getByLabel('Accent colour').fill('#ffcc00')
  await page.getByText('Its contrast with white is 1.5 to 1').waitFor()
  await page.getByLabel('Offer to ask a person').uncheck()
  await page.getByLabel('Voice').fill('Friendly.')
  await page.getByLabel('Enabled').uncheck()
  const save = button(page, 'Save')
  expect(await presses(page, 'widget.tsx widgets.change', save, widgets)).toMatchObject([
    {
      name: 'Help centre',
      enabled: false,
      allowed_origins: ['https://help.acme.example'],
      voice: 'Friendly.',
      config: expect.objectContaining({
        contact: false,
        accent: '#ffcc00',
        texts: { ask: 'Ask Acme' },
      }),
    },
    { ...other, enabled: true },
  ])
  await page.getByText('Saved. Pages show it from their next load').waitFor()
  expect(faults).toEqual([])
})

test('a key is made for origins, addresses and groups, until a day', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'Customers' })
  await service.admin.groups.create(knowledgeBaseId, { name: 'Partners' })
  const keys = () =>
    readRows(
      database,
      `select name, kind, allowed_origins, allowed_addresses, expires_at, array(
         select group_id from client_key_groups g where g.key_id = k.id) as group_ids
       from client_keys k where knowledge_base_id = '${knowledgeBaseId}' and name <> 'test'`,
    )
  const { page, faults } = await console.open(`${buildPath(knowledge)}/keys`)
  await button(page, 'Create key').click()
  await page.getByLabel('Name', { exact: true }).fill('Shop')
  await page.getByLabel('Customers').check()
  await page.getByLabel('Allowed origins').fill('https://shop.acme.example')
  await page.getByLabel('Allowed IP addresses').fill('203.0.113.0/24')
  await page.getByLabel('Expires').fill('2099-05-01T12:30')
  const expires_at = await page.evaluate<string>(`new Date('2099-05-01T12:30').toISOString()`)
  const create = () => confirm(page, 'Create')
  expect(await presses(page, 'create-key.tsx keys.create', create, keys)).toEqual([
    {
      name: 'Shop',
      kind: 'public',
      allowed_origins: ['https://shop.acme.example'],
      allowed_addresses: ['203.0.113.0/24'],
      expires_at: new Date(expires_at),
      group_ids: [group.id],
    },
  ])
  const key = await page.getByRole('group', { name: 'Public key' }).textContent()
  expect(key).toMatch(/^fnp_/)
  await button(page, 'I have copied it').click()
  const shop = page.getByRole('row', { name: 'Shop' })
  await shop.getByRole('button', { name: 'Edit' }).click()
  expect(await page.getByLabel('Expires').inputValue()).toBe('2099-05-01T12:30')
  await page.getByLabel('Name', { exact: true }).fill('Web shop')
  await page.getByLabel('Allowed origins').fill('https://web.acme.example')
  await page.getByLabel('Expires').fill('')
  const save = () => confirm(page, 'Save')
  const web = {
    name: 'Web shop',
    kind: 'public',
    allowed_origins: ['https://web.acme.example'],
    allowed_addresses: ['203.0.113.0/24'],
    expires_at: null,
    group_ids: [group.id],
  }
  expect(await presses(page, 'key-dialogs.tsx keys.change', save, keys)).toEqual([web])
  await page.getByText('Key changed').waitFor()
  await page.getByRole('row', { name: 'Web shop' }).getByRole('button', { name: 'Rotate' }).click()
  expect(await axeFaults(page)).toEqual([])
  const rotate = () => confirm(page, 'Create new key')
  expect(await presses(page, 'key-dialogs.tsx keys.create', rotate, keys)).toEqual([web, web])
  await page.getByText(`then revoke the one that ends in ${key?.trim().slice(-4)}.`).waitFor()
  expect(await page.getByRole('group', { name: 'Public key' }).textContent()).not.toBe(key)
  await button(page, 'I have copied it').click()
  await expect.poll(() => page.getByRole('row', { name: 'Web shop' }).count()).toBe(2)
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
  const { page, faults } = await console.open(`${buildPath(knowledge)}/pages/${changed}`)
  await page.getByLabel('Visibility', { exact: true }).selectOption('Restricted')
  await page.getByLabel('Group', { exact: true }).selectOption('Customers')
  const save = button(page, 'Save')
  expect(await presses(page, 'document-access.tsx documents.change', save, documents)).toEqual([
    { id: changed, visibility: 'restricted', group_id: group.id, of_passages: ['restricted'] },
    { id: kept, visibility: 'public', group_id: null, of_passages: ['public'] },
  ])
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('the labels of a page are shown with where they come from, and given to it', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const source = await createFiles(service, knowledge, {
    'cli/keys.md': '---\nversion: 1.30\n---\n\n# Keys\n\nAbout keys.',
  })
  await service.admin.sources.change(knowledgeBaseId, source.id, {
    rules: [{ match: '/{product}/**', labels: { version: '1', kind: 'guide' } }],
  })
  await syncNow(service, knowledgeBaseId, source.id)
  const { documents } = await service.admin.documents.list(knowledgeBaseId)
  const [{ id } = { id: '' }] = documents
  const stored = async () => {
    const [document] = await readRows<{ given_labels: object; labels: object }>(
      database,
      `select given_labels, labels from documents where id = '${id}'`,
    )
    return document
  }
  const { page, faults } = await console.open(`${buildPath(knowledge)}/pages/${id}`)
  const card = page.getByRole('region', { name: 'Labels' })
  const shown = () => card.getByRole('listitem').allTextContents()
  await expect
    .poll(shown)
    .toEqual([
      'kind guidefrom a source rule',
      'product clifrom a source rule',
      'version 1.30from the page',
    ])
  const lines = card.getByLabel('Labels set here')
  await lines.fill('version=2\nversion=3\naudience=staff')
  const save = () => button(page, 'Save labels').click()
  expect(await presses(page, 'document-labels.tsx documents.change', save, stored)).toMatchObject({
    given_labels: { version: ['2', '3'], audience: ['staff'] },
    labels: { kind: ['guide'], product: ['cli'], version: ['2', '3'], audience: ['staff'] },
  })
  await expect
    .poll(async () => (await shown()).toSorted((a, b) => (a < b ? -1 : 1)))
    .toEqual([
      'audience staffset here',
      'kind guidefrom a source rule',
      'product clifrom a source rule',
      'version 2, 3set here',
    ])
  const folder = process.env['FOOTNOTE_TEST_PICTURES']
  for (const width of folder === undefined ? [] : [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/labels-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await lines.fill('')
  expect(await presses(page, 'document-labels.tsx documents.change', save, stored)).toMatchObject({
    given_labels: {},
    labels: { version: ['1.30'] },
  })
  expect(faults).toEqual([])
})
