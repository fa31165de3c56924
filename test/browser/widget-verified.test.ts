import { expect } from 'vitest'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, getPanel, openPanel } from '../support/browser/widget-page.ts'
import { violationsInBothThemes } from './support/axe.ts'

const { test } = widgetTests()
const PICTURES = process.env['FOOTNOTE_TEST_PICTURES']

test('an answer of the team is marked as such with its date, and no model is asked', async ({
  widget,
  service,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const { documents } = await service.admin.documents.list(knowledgeBaseId, { limit: 1 })
  const { verified_at: at } = await service.admin.verifiedAnswers.create(knowledgeBaseId, {
    question: 'Who repairs the lighthouse?',
    answer: 'The **keeper** repairs it [1].',
    source_document_ids: documents.map(({ id }) => id),
  })
  const page = await widget.show()
  await openPanel(page)
  await askIn(page, 'who repairs the lighthouse')
  const panel = getPanel(page)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(at))
  await panel.getByText(`Verified by the docs team on ${day}`).waitFor()
  await panel.locator('.answer strong', { hasText: 'keeper' }).waitFor()
  expect(await panel.locator('.notes a').count()).toBe(1)
  if (PICTURES !== undefined) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.screenshot({ path: `${PICTURES}/verified-widget-${colorScheme}-${width}.png` })
      }
    }
  }
  expect(await violationsInBothThemes(page)).toEqual([])
})
