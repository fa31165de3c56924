import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { widgetTests } from '../support/browser/widget.ts'
import {
  askIn,
  getLauncher,
  openPanel,
  OPEN_ROOTS,
  getPanel,
  QUESTION,
} from '../support/browser/widget-page.ts'
import { violationsInBothThemes } from './support/axe.ts'

const { test } = widgetTests()

const ANSWER = 'Create a second key; a knowledge base may have any number [1].'
const PANEL_FILE = '**/widget/panel-*.js*'

/** Requests to this address wait until they are let go. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(url, async (route: Route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

test('on a slow network the button says that it is busy, and one click is enough', async ({
  widget,
}) => {
  const page = await widget.show()
  const release = await holdBack(page, PANEL_FILE)
  await getLauncher(page).click()
  await expect.poll(() => getLauncher(page).getAttribute('aria-busy')).toBe('true')
  // An impatient second click does not close what the first will open.
  await getLauncher(page).click()
  expect(await getPanel(page).count()).toBe(0)
  release()
  await getPanel(page).waitFor()
  expect(await getLauncher(page).getAttribute('aria-busy')).toBe(null)
})

test('a panel that could not be fetched is fetched at the next click', async ({ widget }) => {
  const page = await widget.show()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.route(PANEL_FILE, (route) => route.abort())
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
  await getLauncher(page).click()
  expect((await warned).text()).toContain('the panel could not be loaded')
  // Both attempts are over: that of the pointer coming near, and that of the click.
  await expect.poll(() => getLauncher(page).getAttribute('aria-busy')).toBe(null)
  await page.unroute(PANEL_FILE)
  await openPanel(page)
  expect(errors).toEqual([])
})

test('while the service is slow the reader sees that it searches, and can stop it', async ({
  widget,
  model,
}) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await holdBack(page, '**/chat')
  await askIn(page, QUESTION)
  await panel.locator('.loading').getByText('Searching').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await panel.getByRole('button', { name: 'Stop' }).click()
  await panel.getByText('Stopped').waitFor()
  await page.unroute('**/chat')
  model.script(says(ANSWER))
  await panel.getByRole('button', { name: 'Ask again' }).click()
  await panel.locator('.notes').waitFor()
})

test('a question asked offline and stopped is not sent when the network is back', async ({
  widget,
  model,
}) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await panel.locator('.starter').first().waitFor()
  await page.context().setOffline(true)
  await askIn(page, QUESTION)
  await panel.getByText('Waiting for the network').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await panel.getByRole('button', { name: 'Stop' }).click()
  await panel.getByText('Stopped').waitFor()
  const asked = model.requests.length
  await page.evaluate(`addEventListener('online', () => { window.isBack = true })`)
  await page.context().setOffline(false)
  await expect.poll(() => page.evaluate('window.isBack')).toBe(true)
  model.script(says(ANSWER))
  await panel.getByRole('button', { name: 'Ask again' }).click()
  await panel.locator('.notes').waitFor()
  expect(model.requests.length).toBe(asked + 1)
})

test('two tabs have a conversation each', async ({ widget, model }) => {
  const one = await widget.show()
  const two = await one.context().newPage()
  await two.addInitScript(OPEN_ROOTS)
  await two.goto(one.url())
  await openPanel(one)
  await openPanel(two)
  const asked = model.requests.length
  model.script(hangs('The first tab ', 'is being '))
  await askIn(one, 'What does the first tab ask about a key?')
  await expect.poll(() => model.requests.length).toBe(asked + 1)
  model.script(says('A knowledge base may have any number [1].'))
  await askIn(two, QUESTION)
  await getPanel(two).locator('.notes').waitFor()
  // A tab in the background draws nothing.
  await one.bringToFront()
  await getPanel(one).locator('.answer').getByText('The first tab is').waitFor()
  await two.bringToFront()
  await two.reload()
  await openPanel(two)
  expect(await getPanel(two).locator('.question').allTextContents()).toEqual([QUESTION])
  expect(await getPanel(one).locator('.question').count()).toBe(1)
})

test('the sidebar is resized by mouse and keyboard within its limits, and keeps its width', async ({
  widget,
}) => {
  const page = await widget.show({
    attributes: { 'data-mode': 'sidebar', 'data-push': '#main' },
    body: '<main id="main"><h1>Docs</h1></main>',
  })
  const measureWidth = async () => (await getPanel(page).boundingBox())?.width
  const getMargin = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('#main')).marginRight`)
  await openPanel(page)
  const edge = getPanel(page).getByRole('separator', { name: 'Resize the panel' })
  await edge.waitFor()
  expect(await measureWidth()).toBe(440)
  await expect.poll(getMargin).toBe('440px')
  const drag = async (toX: number) => {
    await edge.hover({ position: { x: 2, y: 300 } })
    await page.mouse.down()
    await page.mouse.move(toX, 300, { steps: 3 })
    await page.mouse.up()
  }
  await drag(1280 - 520)
  await expect.poll(measureWidth).toBe(520)
  expect(await edge.getAttribute('aria-valuenow')).toBe('520')
  await expect.poll(getMargin).toBe('520px')
  await drag(100)
  await expect.poll(measureWidth).toBe(640)
  await drag(1270)
  await expect.poll(measureWidth).toBe(360)
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(measureWidth).toBe(380)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(measureWidth).toBe(360)
  await page.keyboard.press('ArrowLeft')
  expect(await violationsInBothThemes(page)).toEqual([])
  await getPanel(page).getByRole('button', { name: 'Close' }).click()
  await getPanel(page).waitFor({ state: 'detached' })
  await expect.poll(getMargin).toBe('0px')
  await openPanel(page)
  await expect.poll(measureWidth).toBe(380)
})

test('a page that removes the widget and draws it again has it with all its styles', async ({
  widget,
}) => {
  const page = await widget.show({ attributes: { 'data-mode': 'modal' } })
  const layout = async () => {
    await getPanel(page).locator('.search-field').waitFor()
    return page.evaluate<string>(
      `getComputedStyle(document.querySelector('footnote-widget').shadowRoot.querySelector('.search-field')).display`,
    )
  }
  await openPanel(page)
  expect(await layout()).toBe('flex')
  await page.evaluate(`{
    Footnote.destroy()
    const old = document.querySelector('script[data-client-key]')
    const tag = document.createElement('script')
    for (const { name, value } of old.attributes) tag.setAttribute(name, value)
    old.replaceWith(tag)
  }`)
  await openPanel(page)
  expect(await layout()).toBe('flex')
})

test('assistive technology reads the closed root that pages get', async ({ widget }) => {
  const page = await widget.show({ keepsRootClosed: true })
  expect(await page.evaluate(`document.querySelector('footnote-widget')?.shadowRoot`)).toBe(null)
  await page.evaluate('Footnote.open()')
  const session = await page.context().newCDPSession(page)
  const named = async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.map(({ role, name }) => `${role?.value} ${name?.value ?? ''}`.trim())
  }
  await expect.poll(named).toContain('dialog Acme docs')
  const tree = await named()
  expect(tree).toContain('textbox Ask a question…')
  expect(tree).toContain('button Close')
  expect(tree).toContain('button Ask')
})
