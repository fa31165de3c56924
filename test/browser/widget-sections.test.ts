import { expect } from 'vitest'
import { fails } from '../fakes/model-scripts.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { answerWith } from '../support/browser/chat-frames.ts'
import {
  askIn,
  getPanel,
  KEYS_URL,
  openPanel,
  QUESTION,
  UNAUTHORIZED_URL,
} from '../support/browser/widget-page.ts'
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

test('sections of one page are listed below its title, by their own names', async ({ widget }) => {
  const page = await widget.show()
  const citations = [KEYS_URL, UNAUTHORIZED_URL, `${KEYS_URL}-2`].map((url, index) => ({
    index: index + 1,
    title: url === UNAUTHORIZED_URL ? 'UNAUTHORIZED (401)' : 'Keys',
    url,
    document_id: url,
    chunk_id: `c${index + 1}`,
    heading_path: [`Section ${index + 1}`],
    excerpt: `Passage ${index + 1}`,
  }))
  await answerWith(page, () => [
    { delta: 'Create a key [1]. It is refused [2]. Revoke the old one [3].', done: false },
    { done: true, covered: true, citations, powered_by: '', powered_by_url: '' },
  ])
  await openPanel(page)
  await askIn(page, QUESTION)
  const notes = getPanel(page).locator('.notes')
  await notes.waitFor()
  expect(await notes.getByRole('link').allTextContents()).toEqual([
    'Keys',
    'Section 3',
    'UNAUTHORIZED (401)',
  ])
  expect(await notes.locator('.number').allTextContents()).toEqual(['1', '3', '2'])
  expect(await notes.getByText('Section 1 · docs.acme.example').count()).toBe(1)
})
