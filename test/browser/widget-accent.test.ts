import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { writeWidgetPackage } from '../../widget/write-package.ts'
import { getLauncher, openPanel, getPanel } from '../support/browser/widget-page.ts'
import { widgetTests } from '../support/browser/widget.ts'

/** Both can be read on the panel as they are, so that the widget has no reason to change them. */
const BRAND = { light: '#7a3e6b', dark: '#e0a0d0' } as const
const COMPUTED = { light: 'rgb(122, 62, 107)', dark: 'rgb(224, 160, 208)' } as const
const THEMES = ['light', 'dark'] as const
const MODES = ['floating', 'modal', 'sidebar', 'inline', 'search-only'] as const
type Look = { readonly mode: (typeof MODES)[number]; readonly theme: (typeof THEMES)[number] }

const BODY = '<main id="place"></main>'

// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
const test = widgetTests().test.extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-widget-accent-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  await writeWidgetPackage(folder)
  return folder
})

const getStyle = (page: Page, selector: string, property: string) =>
  page
    .locator(`footnote-widget ${selector}`)
    .first()
    .evaluate(
      (element, name) =>
        element.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(name),
      property,
    )

/** What is drawn in the accent: the button before anything is opened, and a word of every panel. */
async function expectBrand(page: Page, { mode, theme }: Look): Promise<void> {
  const color = COMPUTED[theme]
  // Inline it is not shown.
  await getLauncher(page).waitFor({ state: 'attached' })
  expect(await getStyle(page, '.launcher', 'background-color'), `${mode}, ${theme}`).toBe(color)
  if (mode !== 'inline') await openPanel(page)
  const word = getPanel(page).locator('.by sup')
  await word.waitFor()
  expect(await getStyle(page, '.by sup', 'color'), `${mode}, ${theme}`).toBe(color)
}

const looks = MODES.flatMap((mode) => THEMES.map((theme): Look => ({ mode, theme })))
const getAttributes = ({ mode, theme }: Look) => ({
  'data-mode': mode,
  'data-target': '#place',
  'data-theme': theme,
})

test('data-accent is drawn from the first moment, in every mode and theme', async ({ widget }) => {
  for (const look of looks) {
    const accents = { 'data-accent': BRAND.light, 'data-accent-dark': BRAND.dark }
    const page = await widget.show({
      attributes: { ...getAttributes(look), ...accents },
      body: BODY,
    })
    await expectBrand(page, look)
    await page.context().close()
  }
})

test('--fn-accent is drawn from the first moment, in every mode and theme', async ({ widget }) => {
  for (const look of looks) {
    const head = `<style>footnote-widget { --fn-accent: ${BRAND[look.theme]} }</style>`
    const page = await widget.show({ attributes: getAttributes(look), body: BODY, head })
    await expectBrand(page, look)
    await page.context().close()
  }
})

test('a saved widget’s accent is drawn from the first moment, in every mode and theme', async ({
  widget,
  service,
  docs,
  site,
}) => {
  const saved = await service.admin.widgets.create(docs.knowledgeBaseId, {
    name: 'Branded',
    allowed_origins: [site.origin],
    config: { accent: BRAND.light, accent_dark: BRAND.dark },
  })
  for (const look of looks) {
    const page = await widget.show({
      attributes: { ...getAttributes(look), 'data-widget-id': saved.id },
      body: BODY,
    })
    await expectBrand(page, look)
    await page.context().close()
  }
})

test('the package’s accent is drawn from the first moment, in every mode and theme', async ({
  widget,
  service,
  docs,
  folder,
}) => {
  for (const { mode, theme } of looks) {
    const page = await widget.show({ body: BODY })
    await page.route('**/package/**', async (route) => {
      const name = new URL(route.request().url()).pathname.replace('/package/', '')
      const body = await readFile(join(folder, name))
      await route.fulfill({ body, contentType: 'text/javascript' })
    })
    const options = {
      baseUrl: service.baseUrl,
      clientKey: docs.clientKey,
      knowledgeBaseId: docs.knowledgeBaseId,
      target: '#place',
      accent: BRAND.light,
      accentDark: BRAND.dark,
      mode,
      theme,
    }
    await page.evaluate(`Footnote.destroy()`)
    await page.evaluate(
      `import('/package/index.js').then(({ createWidget }) => void createWidget(${JSON.stringify(options)}))`,
    )
    await expectBrand(page, { mode, theme })
    await page.context().close()
  }
})
