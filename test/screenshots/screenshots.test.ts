import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { fails, says } from '../fakes/model-scripts.ts'
import { putPages } from '../support/knowledge.ts'
import { widgetTests } from '../support/browser/widget.ts'
import type { ShowOptions } from '../support/browser/widget-page.ts'
import { askIn, openPanel, getPanel } from '../support/browser/widget-page.ts'
import { ARABIC, ASKED, onDocs, OUT, shoot, STATES, withFixedTime } from './scenes.ts'

const { test } = widgetTests()
const ANSWER =
  'Keys do not expire, so rotate them yourself. Create the second key first; a knowledge base may have any number [1].\n\n1. Create a key and put it where the old one was [1].\n2. Revoke the old one. Every process refuses it within 5 seconds [2].\n\n```sh\nfootnote keys create --name "Docs site"\nfootnote keys revoke 0199c1f3-5260\n```\n'

beforeAll(() => mkdir(OUT, { recursive: true }))

async function answered(page: Page): Promise<void> {
  await getPanel(page).locator('.turn .actions').last().waitFor()
  await getPanel(page).locator('.code span').first().waitFor()
}

for (const theme of ['light', 'dark'] as const) {
  test(`panel, ${theme}`, async ({ widget, model }) => {
    model.script(says(ANSWER))
    const page = await widget.show(
      onDocs(theme, { context: { viewport: { width: 720, height: 820 } } }),
    )
    await withFixedTime(page)
    await openPanel(page)
    await askIn(page, ASKED)
    await answered(page)
    await getPanel(page).locator('a.chip').first().hover()
    await getPanel(page).locator('.preview').waitFor()
    await shoot(page, `widget-panel-${theme}`)
  })
}

for (const mode of ['modal', 'search-only'] as const) {
  test(mode, async ({ widget }) => {
    const page = await widget.show(onDocs('light', { attributes: { 'data-mode': mode } }))
    await withFixedTime(page)
    await openPanel(page)
    await getPanel(page).locator('input').fill('rotate a key')
    await getPanel(page).locator('.row').nth(1).waitFor()
    await shoot(page, `widget-${mode}`)
  })
}

test('sections', async ({ widget, model }) => {
  model.script(fails(), fails(), fails())
  const page = await widget.show(
    onDocs('light', { context: { viewport: { width: 720, height: 820 } } }),
  )
  await withFixedTime(page)
  await openPanel(page)
  await askIn(page, ASKED)
  await getPanel(page).locator('.turn .actions').last().waitFor()
  await shoot(page, 'widget-sections')
})

test('sidebar', async ({ widget, model }) => {
  model.script(says(ANSWER))
  const attributes = { 'data-mode': 'sidebar', 'data-push': 'body' }
  const page = await widget.show(onDocs('light', { attributes }))
  await withFixedTime(page)
  await openPanel(page)
  await askIn(page, ASKED)
  await answered(page)
  await shoot(page, 'widget-sidebar')
})

test('inline', async ({ widget }) => {
  const page = await widget.show(onDocs('light', { attributes: { 'data-mode': 'inline' } }))
  await withFixedTime(page)
  await getPanel(page).locator('.starter').first().waitFor()
  await shoot(page, 'widget-inline')
})

for (const [name, reach] of Object.entries(STATES)) {
  test(`state: ${name}`, async ({ widget, model, service, docs }) => {
    const attributes = { 'data-support-url': 'https://help.acme.example/' }
    const page = await widget.show(
      onDocs('light', { attributes, context: { viewport: { width: 680, height: 640 } } }),
    )
    await withFixedTime(page)
    await openPanel(page)
    await getPanel(page).locator('.starter').first().waitFor()
    await reach({ page, model, service, docs })
    await getPanel(page).screenshot({ path: join(OUT, `widget-state-${name}.png`), caret: 'hide' })
  })
}

const phone = (options: ShowOptions = {}): ShowOptions =>
  onDocs('light', {
    ...options,
    context: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
  })

test('phone', async ({ widget, model }) => {
  model.script(says(ANSWER))
  const page = await widget.show(phone())
  await withFixedTime(page)
  await page.locator('footnote-widget .launcher').tap()
  await getPanel(page).waitFor()
  await askIn(page, ASKED)
  await answered(page)
  await shoot(page, 'widget-phone')
})

/** Last, since its page would be among the passages of the others. */
test('Arabic', async ({ widget, model, service, docs, installation: { embeddings } }) => {
  // Vectors here come from words, and Arabic ones of the question and the page differ in their endings.
  // No other file uses this service.
  embeddings.place('المفاتيح', [1])
  await putPages(service, docs.knowledgeBaseId, [ARABIC.page])
  model.script(says(ARABIC.answer))
  const page = await widget.show(
    phone({ attributes: { 'data-language': 'ar', 'data-product-name': ARABIC.name } }),
  )
  await withFixedTime(page)
  await page.evaluate(`Footnote.update({ starterQuestions: ${JSON.stringify(ARABIC.starters)} })`)
  await page.locator('footnote-widget .launcher').tap()
  await getPanel(page).waitFor()
  await askIn(page, ARABIC.question)
  await answered(page)
  await shoot(page, 'widget-arabic')
})
