import { expect } from 'vitest'
import { axeFaults, sharedConsoleTests } from '../support/browser/console.ts'
import { fillEveryPage } from '../support/browser/every-page.ts'
import { presses } from '../support/browser/pressing.ts'
import { readRows } from '../support/store/services.ts'

const base = sharedConsoleTests()

const test = base.extend('scene', { scope: 'file' }, ({ service }) => fillEveryPage(service))

test('the command palette goes to pages, and asks', async ({ console, scene }) => {
  const { page } = await console.open(scene.path)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const input = page.getByRole('combobox', { name: 'Search or jump to' })
  await input.fill('gro')
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await input.fill('How do I rotate Keys?')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Sources' }).waitFor()
})

test('the command palette finds pages by their title, and offers what can be done', async ({
  console,
  database,
  service,
  scene,
}) => {
  const { knowledgeBaseId } = scene.docs
  const { page, faults } = await console.open(scene.path)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const input = page.getByRole('combobox', { name: 'Search or jump to' })
  const choose = async (typed: string, option: string | RegExp) => {
    await page.keyboard.press('ControlOrMeta+k')
    await input.fill(typed)
    const found = page.getByRole('option', { name: option })
    await found.waitFor()
    expect(await axeFaults(page)).toEqual([])
    return found
  }
  await (await choose('widg', /^Widgets https:/)).click()
  await page.getByRole('heading', { name: 'Widgets', level: 1 }).waitFor()
  await page.getByText('All there is to say about Widgets').first().waitFor()
  await (await choose('key', 'Create a key')).click()
  await page.getByRole('dialog', { name: 'Create key' }).waitFor()
  await page.keyboard.press('Escape')
  await (await choose('invite', 'Invite someone')).click()
  await page.getByRole('dialog', { name: 'Invite someone' }).waitFor()
  await page.keyboard.press('Escape')
  const syncs = () =>
    readRows(database, `select id from syncs where knowledge_base_id = '${knowledgeBaseId}'`)
  const sync = await choose('sync', 'Sync Handbook')
  expect(await presses(page, 'palette-items.ts syncs.start', sync, syncs)).toHaveLength(1)
  await page.getByRole('heading', { name: 'Handbook', level: 1 }).waitFor()
  expect((await service.admin.sources.list(knowledgeBaseId)).sources).toHaveLength(2)
  expect(faults).toEqual([])
})

test('the navigation fits a screen of 900 px, and what is below and above it stays', async ({
  console,
  scene,
}) => {
  const { page } = await console.open(scene.path, { width: 1440, height: 900 })
  const list = page.getByRole('navigation')
  await list.getByRole('link', { name: 'Overview' }).waitFor()
  const hidden = () =>
    list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(await hidden()).toBe(0)
  await list.getByRole('button', { name: 'Workspace', exact: true }).click()
  await page.setViewportSize({ width: 1440, height: 500 })
  expect(await hidden()).toBeGreaterThan(0)
  await list.getByRole('link', { name: 'System' }).click()
  await page.getByRole('heading', { name: 'System', level: 1 }).waitFor()
  for (const name of ['Knowledge base: Acme docs', 'Admin token']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect(box?.y, name).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(500)
  }
})
