import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { putPages } from '../support/knowledge.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, getPanel, openPanel } from '../support/browser/widget-page.ts'

const { test } = widgetTests()

const BODY = '<main><h1>Tides</h1><p id="tide">The harbour dries out at spring tide.</p></main>'
const TEXT = 'The harbour dries out at spring tide.'

const select = (page: Page) =>
  page.evaluate(`getSelection().selectAllChildren(document.querySelector('#tide'))`)

const askButton = (page: Page) => page.locator('.ask-selection')
const quoted = (page: Page) => getPanel(page).locator('.composer .selected')

test('what is selected on the page can be asked about, and goes with that question alone', async ({
  widget,
  model,
}) => {
  model.answer(() => says('Create a second key [1].'))
  const page = await widget.show({ body: BODY })
  await select(page)
  await askButton(page).click()
  await quoted(page).getByText(TEXT).waitFor()
  const ask = async (question: string) => {
    const sent = page.waitForRequest((request) => request.url().endsWith('/chat'))
    await askIn(page, question)
    return (await sent).postDataJSON() as { selection?: string; page_url?: string }
  }
  const body = await ask('What does this mean?')
  expect(body).toMatchObject({ selection: TEXT, page_url: page.url() })
  await getPanel(page).locator('.turn .quiet', { hasText: TEXT }).waitFor()
  await expect.poll(() => quoted(page).count()).toBe(0)
  await getPanel(page).locator('.turn .actions').first().waitFor()
  expect(await ask('How do I rotate a key?')).not.toHaveProperty('selection')
})

test('with the keyboard the hotkey asks about it, and it can be taken back', async ({ widget }) => {
  const page = await widget.show({ body: BODY })
  await page.locator('.launcher').waitFor()
  await select(page)
  await askButton(page).waitFor()
  await page.keyboard.press('Control+k')
  await quoted(page).getByText(TEXT).waitFor()
  await quoted(page).getByRole('button').press('Enter')
  await expect.poll(() => quoted(page).count()).toBe(0)
  expect(
    await page.locator('.composer textarea').evaluate((field) => field.matches(':focus')),
  ).toBe(true)
})

test('the page can do without', async ({ widget }) => {
  const page = await widget.show({ body: BODY, attributes: { 'data-selection': 'false' } })
  await openPanel(page)
  await select(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+k')
  await getPanel(page).waitFor()
  expect(await quoted(page).count()).toBe(0)
  expect(await askButton(page).isVisible()).toBe(false)
})

test('starter questions of the page that the reader is on come first', async ({
  widget,
  service,
  site,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  await service.admin.knowledgeBases.change(knowledgeBaseId, { starter_mode: 'generated' })
  await putPages(service, knowledgeBaseId, [
    {
      url: `${site.origin}/`,
      title: 'How to moor a boat',
      content: '# How to moor a boat\n\nMoor it.',
    },
  ])
  const page = await widget.show({ body: BODY })
  await openPanel(page)
  await getPanel(page).getByText('Ask about this page').waitFor()
  expect(await getPanel(page).locator('.starter').allTextContents()).toEqual([
    'How do I moor a boat?',
  ])
})
