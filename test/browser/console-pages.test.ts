import { expect } from 'vitest'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import {
  axeFaults,
  sharedConsoleTests,
  buildPath,
  sidewaysScroll,
  signIn,
} from '../support/browser/console.ts'
import { fillEveryPage, go } from '../support/browser/every-page.ts'
import { ADMIN_TOKEN } from '../support/service.ts'

const base = sharedConsoleTests()

const test = base.extend('scene', { scope: 'file' }, ({ service }) => fillEveryPage(service))

for (const theme of ['light', 'dark'] as const) {
  test(`every page shows its data, and axe finds nothing, ${theme}`, async ({
    console,
    service,
    scene,
  }) => {
    const { page, faults } = await console.open(scene.path, { theme })
    for (const [path, text] of scene.pages) {
      await go(page, service.baseUrl, path)
      await page.getByText(text).first().waitFor()
      await expect.poll(() => page.getByText('Loading').count()).toBe(0)
      expect(await axeFaults(page), path).toEqual([])
    }
    expect(faults).toEqual([])
  })
}

test('every page reflows at 400 %, and its navigation is a drawer', async ({
  console,
  service,
  scene,
}) => {
  const { page, faults } = await console.open(scene.path, { width: 320, height: 256 })
  for (const [path, text] of scene.pages) {
    await go(page, service.baseUrl, path)
    await page.getByText(text).first().waitFor()
    expect(await sidewaysScroll(page), path).toBe(0)
  }
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Knowledge base: Acme docs' }).click()
  await page.getByRole('menuitem', { name: 'New knowledge base' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a thing that is gone says so, and its list is one link away', async ({
  console,
  service,
  scene,
}) => {
  const { page, faults } = await console.open(scene.path)
  for (const [list, title] of [
    ['sources', 'Sources'],
    ['pages', 'Pages'],
    ['widgets', 'Widgets'],
  ] as const) {
    await go(page, service.baseUrl, `${scene.path}/${list}/${scene.docs.workspaceId}`)
    await page.getByText('NOT_FOUND').waitFor()
    expect(await axeFaults(page), list).toEqual([])
    await page.getByRole('main').getByRole('link', { name: title }).click()
    await expect.poll(() => page.getByText('NOT_FOUND').count()).toBe(0)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  expect(faults).toEqual([])
})

test('an empty knowledge base says why each page is empty, and what to do', async ({
  console,
  service,
}) => {
  const docs = await createKnowledge(service, 'Empty')
  const [key] = (await service.admin.keys.list(docs.knowledgeBaseId)).keys
  await service.admin.keys.revoke(docs.knowledgeBaseId, key?.id ?? '')
  const path = buildPath(docs)
  const { page, faults } = await console.open(path)
  for (const [view, text] of [
    ['', 'No questions yet'],
    ['/questions', 'No questions yet'],
    ['/questions?vote=up', 'No questions match'],
    ['/sources', 'No sources yet'],
    ['/pages', 'No pages yet'],
    ['/pages?state=failed', 'No pages match'],
    ['/groups', 'No groups yet'],
    ['/widgets', 'No widgets yet'],
    ['/keys', 'All keys are revoked'],
  ]) {
    await go(page, service.baseUrl, `${path}${view}`)
    await page.getByText(text ?? '', { exact: true }).waitFor()
    expect(await axeFaults(page), view).toEqual([])
  }
  expect(faults).toEqual([])
})

test('pages are searched, sorted and changed together, and deleted by typing the name', async ({
  console,
  service,
}) => {
  const docs = await createKnowledge(service, 'Bulk docs')
  await putPages(
    service,
    docs.knowledgeBaseId,
    ['Alpha', 'Beta', 'Gamma'].map((title) => ({
      url: `https://docs.acme.example/${title.toLowerCase()}`,
      title,
      content: `# ${title}\n\nAbout ${title}.`,
    })),
  )
  const { page, faults } = await console.open(`${buildPath(docs)}/pages`)
  await page.getByText('3 pages', { exact: true }).waitFor()
  const titles = () => page.locator('tbody a').allTextContents()
  const head = page.getByRole('columnheader', { name: 'Page', exact: true })
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
  await expect.poll(titles).toEqual(['Gamma', 'Beta', 'Alpha'])
  await page.getByLabel('Search', { exact: true }).fill('acme.example/be')
  await page.keyboard.press('Enter')
  await expect.poll(titles).toEqual(['Beta'])
  await page.getByLabel('Search', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  await expect.poll(titles).toEqual(['Gamma', 'Beta', 'Alpha'])

  await page.getByLabel('Select “Alpha”').check()
  await page.getByLabel('Select “Beta”').check()
  await page.getByText('2 pages selected').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Visibility', exact: true }).click()
  await page.getByRole('button', { name: 'Change visibility' }).click()
  await page.getByText('2 pages changed').waitFor()
  await expect.poll(() => page.getByRole('cell', { name: 'Restricted' }).count()).toBe(2)

  await page.getByLabel('Select all pages shown').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const button = page.getByRole('button', { name: 'Delete pages' })
  expect(await button.isDisabled()).toBe(true)
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Type “Bulk docs” to confirm').fill('Bulk docs')
  await button.click()
  await page.getByText('No pages yet', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('single keys go to pages and through rows, are listed, and can be turned off', async ({
  console,
  scene,
}) => {
  const { page } = await console.open(scene.path)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()
  await page.getByText('https://docs.acme.example/sources').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor()
  await page.keyboard.press('Shift+?')
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  expect(page.url()).toContain('/pages/')
})

test('why a page is not found shows its verdict and its scores', async ({ console, scene }) => {
  const { page } = await console.open(`${scene.path}/pages/${scene.documentId}`)
  await page.getByLabel('Question').fill('How do I rotate Keys?')
  await page.getByRole('button', { name: 'Explain' }).click()
  await page.getByText('A passage needs a relevance of').waitFor()
  await page.getByRole('group', { name: 'Passage' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
})

test('the preview is the real widget, and asking it stores and counts nothing', async ({
  console,
  service,
  scene,
}) => {
  const { page, faults } = await console.open(`${scene.path}/widgets/${scene.widgetId}`)
  const { workspaceId, knowledgeBaseId } = scene.docs
  const stored = async () => ({
    usage: await service.admin.workspaces.usage(workspaceId),
    messages: await service.admin.messages.list(knowledgeBaseId),
  })
  const before = await stored()
  const widget = page.frameLocator('iframe').locator('footnote-widget')
  await page.getByLabel('Header title').fill('Acme help')
  await widget.locator('.launcher').click()
  await widget.getByRole('heading', { name: 'Acme help' }).waitFor()
  await widget.locator('.composer textarea').fill('How do I rotate Keys?')
  await widget.locator('.composer textarea').press('Enter')
  await widget.locator('.notes').getByText('Keys').first().waitFor()
  await page.getByLabel('Mode').selectOption('inline')
  await widget.locator('.composer textarea').waitFor()
  expect(await stored()).toEqual(before)
  expect(faults).toEqual([])
})

test('a refusal shows its sentence, code and request, and 401 signs in over the page', async ({
  console,
  service,
  scene,
}) => {
  const { page } = await console.open(`${scene.path}/groups`)
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByLabel('Name').fill('Customers')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'CONFLICT' }).waitFor()
  await page.getByText(/^Request /).waitFor()
  expect(await axeFaults(page)).toEqual([])

  await page.route('**/groups', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'The session has ended.', code: 'UNAUTHORIZED' }),
    }),
  )
  await page.getByLabel('Name').fill('Partners')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
  await page.unroute('**/groups')
  await signIn(page)
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name').inputValue()).toBe('Partners')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Partners').waitFor()
  const { groups } = await service.admin.groups.list(scene.docs.knowledgeBaseId)
  expect(groups.map(({ name }) => name)).toContain('Partners')
})

test('the token is kept nowhere', async ({ console, scene }) => {
  const { page } = await console.open(scene.path)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const kept = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
  )
  expect(kept).not.toContain(ADMIN_TOKEN)
  expect(await page.context().cookies()).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
