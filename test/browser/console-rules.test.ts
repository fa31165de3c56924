import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  axeFaults,
  buildPath,
  sharedConsoleTests,
  sidewaysScroll,
} from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { createFiles, syncNow } from '../support/sources.ts'
import { readRows } from '../support/store/services.ts'

const test = sharedConsoleTests()

const FILES = {
  'guide/valve.md': '# The valve\n\nTurn the valve by hand.',
  'guide/pump.md': '# The pump\n\nPrime the pump with water.',
  'wrench.md': '# The wrench\n\nThe wrench hangs beside the door.',
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function picture(shown: Page, name: string): Promise<void> {
  for (const width of [1440, 375]) {
    await shown.setViewportSize({ width, height: 900 })
    expect(await sidewaysScroll(shown)).toBe(0)
    const folder = process.env['FOOTNOTE_TEST_PICTURES']
    const path = `${folder}/rules-${name}-${width}.png`
    if (folder !== undefined) await shown.screenshot({ path, fullPage: true })
  }
  await shown.setViewportSize({ width: 1440, height: 900 })
}

test('rules are written, previewed with what each takes, put in order, saved and removed', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, knowledgeBaseId, source.id)
  await service.admin.groups.create(knowledgeBaseId, { name: 'Staff' })
  const documents = () =>
    readRows(
      database,
      `select d.visibility, g.name as group, d.labels from documents d
       left join source_groups g on g.id = d.group_id
       where d.knowledge_base_id = '${knowledgeBaseId}' order by d.url`,
    )
  const { page, faults } = await console.open(`${buildPath(knowledge)}/sources/${source.id}`)
  const card = page.getByRole('region', { name: 'Rules' })
  await card.getByText('The pages are in folder:/guide (2), folder:/ (1).').waitFor()
  expect(await button(page, 'Preview').isDisabled()).toBe(true)
  await button(page, 'Add rule').click()
  await button(page, 'Add rule').click()
  const rule = (number: number) => card.getByRole('group', { name: `Rule ${number}` })
  await rule(1).getByLabel('Path or container').fill('/**')
  await rule(1).getByLabel('Visibility').selectOption('Unlisted')
  await rule(2).getByLabel('Path or container').fill('folder:/guide')
  await rule(2).getByLabel('Visibility').selectOption('Restricted')
  await rule(2).getByLabel('Group').selectOption('Staff')
  await rule(2).getByLabel('Labels, one per line').fill('product=pump\nversion=2')
  expect(await button(page, 'Save rules').isDisabled()).toBe(true)
  await button(page, 'Preview').click()
  await rule(1).getByText('Applies to 3 pages').waitFor()
  await rule(2).getByText('Applies to 2 pages').waitFor()
  await card.getByText('0 pages of 3 match no rule.').waitFor()
  await card.getByText('3 pages would change.').waitFor()
  await rule(2).getByRole('button', { name: 'Move up' }).click()
  await rule(1)
    .getByLabel('Path or container')
    .and(page.locator('[value="folder:/guide"]'))
    .waitFor()
  // What was previewed is no longer what would be saved.
  expect(await button(page, 'Save rules').isDisabled()).toBe(true)
  await button(page, 'Preview').click()
  await rule(2)
    .getByText('Applies to 1 page of 3 that match; earlier rules apply to the rest')
    .waitFor()
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'preview')
  const staff = {
    visibility: 'restricted',
    group: 'Staff',
    labels: { product: ['pump'], version: ['2'] },
  }
  expect(
    await presses(page, 'rules-card.tsx sources.change', button(page, 'Save rules'), documents),
  ).toEqual([staff, staff, { visibility: 'unlisted', group: null, labels: {} }])
  await page.getByText('Saved', { exact: true }).waitFor()
  await picture(page, 'saved')

  await rule(2).getByRole('button', { name: 'Remove' }).click()
  await button(page, 'Preview').click()
  await card.getByText('1 page of 3 match no rule.').waitFor()
  expect(
    await presses(page, 'rules-card.tsx sources.change', button(page, 'Save rules'), documents),
  ).toEqual([staff, staff, { visibility: 'public', group: null, labels: {} }])
  expect(faults).toEqual([])
})
