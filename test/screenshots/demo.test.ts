import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser/browser.ts'
import { startDemo } from '../support/browser/demo.ts'
import { createDatabase } from '../support/store/services.ts'
import { askIn, openPanel, OPEN_ROOTS, getPanel } from '../support/browser/widget-page.ts'
import { FONT, shoot } from './scenes.ts'

const QUESTION = 'How do I revoke a key?'

test('footnote demo', async () => {
  await using database = await createDatabase()
  await using demo = await startDemo(database.ownerUrl, 8090)
  await using browser = await openBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(OPEN_ROOTS)
  const found = async () => {
    const { results } = await demo.client.search({ query: QUESTION })
    return results.map(({ document }) => document.url)
  }
  await expect.poll(found, { timeout: 120_000 }).toContain(`${demo.url}/guides/keys-and-groups`)
  await page.goto(`${demo.url}/guides/keys-and-groups`)
  await page.addStyleTag({ content: FONT })
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).locator('.actions').waitFor()
  await shoot(page, 'demo')
  expect(await demo.stop()).toBe(0)
})
