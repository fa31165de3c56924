import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, getPanel, QUESTION } from '../support/browser/widget-page.ts'

const { test } = widgetTests()

/** At least this high, wherever it is. `docs/guides/widget.md` says so. */
const LEAST_PX = 420

type Container = { readonly body: string; readonly width: number; readonly height: number }

const CONTAINERS: Readonly<Record<string, Container>> = {
  'a block without a height': {
    body: '<div style="width: 600px"><div id="place"></div></div>',
    width: 600,
    height: LEAST_PX,
  },
  'a block of a fixed height': {
    body: '<div id="place" style="width: 600px; height: 640px"></div>',
    width: 600,
    height: 640,
  },
  'a block that is too low': {
    body: '<div id="place" style="width: 600px; height: 200px"></div>',
    width: 600,
    height: LEAST_PX,
  },
  'a row of a flex box': {
    body: '<div id="place" style="display: flex; width: 600px; height: 640px"></div>',
    width: 600,
    height: 640,
  },
  'a column of a flex box': {
    body: '<div id="place" style="display: flex; flex-direction: column; width: 600px"></div>',
    width: 600,
    height: LEAST_PX,
  },
  'what a flex box stretches': {
    body: `<div style="display: flex; width: 900px; height: 640px">
      <nav style="width: 300px">Menu</nav><div id="place" style="flex: 1"></div></div>`,
    width: 600,
    height: 640,
  },
  'a cell of a grid': {
    body: `<div style="display: grid; grid-template: 640px / 300px 600px">
      <nav>Menu</nav><div id="place"></div></div>`,
    width: 600,
    height: 640,
  },
  'a grid without a height': {
    body: '<div id="place" style="display: grid; width: 600px"></div>',
    width: 600,
    height: LEAST_PX,
  },
}

for (const [name, { body, width, height }] of Object.entries(CONTAINERS)) {
  test(`inline, it fills ${name}`, async ({ widget, model }) => {
    const page = await widget.show({
      attributes: { 'data-mode': 'inline', 'data-target': '#place' },
      body,
    })
    const panel = getPanel(page)
    await panel.waitFor()
    expect(await panel.boundingBox()).toMatchObject({ width, height })
    model.script(says('Create a second key; a knowledge base may have any number [1].'.repeat(40)))
    await askIn(page, QUESTION)
    await panel.locator('.notes').waitFor()
    // A long answer scrolls within: the page around it does not grow.
    expect(await panel.boundingBox()).toMatchObject({ width, height })
  })
}

test('inline in a tab that is hidden at first, it fills the tab once it is shown', async ({
  widget,
}) => {
  const page = await widget.show({
    attributes: { 'data-mode': 'inline', 'data-target': '#place', 'data-accent': '#7a3e6b' },
    body: '<div id="tab" hidden><div id="place" style="width: 600px"></div></div>',
  })
  await getPanel(page).waitFor({ state: 'attached' })
  expect(await getPanel(page).isVisible()).toBe(false)
  await page.evaluate(`document.querySelector('#tab').hidden = false`)
  await getPanel(page).waitFor()
  expect(await getPanel(page).boundingBox()).toMatchObject({ width: 600, height: LEAST_PX })
  const mark = getPanel(page).locator('.mark rect')
  const fill = await mark.evaluate(
    (element) => element.ownerDocument.defaultView?.getComputedStyle(element).fill,
  )
  expect(fill).toBe('rgb(122, 62, 107)')
})
