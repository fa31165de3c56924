import { expect } from 'vitest'
import { fails } from '../fakes/model-scripts.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, openPanel, getPanel } from '../support/browser/widget-page.ts'
import { violationsInBothThemes } from './support/axe.ts'

const { test } = widgetTests()

test('sections that no model wrote are cards: the first open, the others folded', async ({
  widget,
  model,
}) => {
  const page = await widget.show()
  model.script(fails(), fails(), fails())
  await openPanel(page)
  await askIn(page, 'How do I rotate a client key?')
  const panel = getPanel(page)
  await panel.locator('.actions').waitFor()
  await panel.getByText('From the documentation', { exact: true }).waitFor()
  const cards = panel.locator('details.section')
  const open = () => cards.evaluateAll((all) => all.map((card) => card.hasAttribute('open')))
  const before = await open()
  expect(before.length).toBeGreaterThan(1)
  expect(before).toEqual(before.map((_, index) => index === 0))
  await expect.poll(() => cards.first().locator('mark').allTextContents()).toContain('key')
  const second = cards.nth(1)
  expect(await second.locator('p').first().isVisible()).toBe(false)
  await second.locator('summary').click()
  expect((await open())[1]).toBe(true)
  const link = second.getByRole('link', { name: 'Open the page' })
  const sources = panel.locator('.notes a')
  const listed = await sources.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect(listed).toContain(await link.getAttribute('href'))
  expect(await violationsInBothThemes(page)).toEqual([])
})
