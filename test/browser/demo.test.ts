import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser/browser.ts'
import { startDemo } from '../support/browser/demo.ts'
import { createDatabase } from '../support/store/services.ts'
import {
  askIn,
  getLauncher,
  openPanel,
  OPEN_ROOTS,
  getPanel,
} from '../support/browser/widget-page.ts'

/** About the guide that is indexed first: the test does not wait for the others. */
const QUESTION = 'What does llms.txt list?'
const MODES = ['floating', 'modal', 'sidebar', 'inline', 'search-only']

test('footnote demo answers from our own docs in a page that needs nothing from outside', async () => {
  await using database = await createDatabase()
  await using demo = await startDemo(database.ownerUrl)
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.addInitScript(OPEN_ROOTS)
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') outside.push(request.url())
  })
  const failed: string[] = []
  page.on('response', (response) => {
    const isIcon = response.url().endsWith('/favicon.ico')
    if (response.status() >= 400 && !isIcon) failed.push(`${response.status()} ${response.url()}`)
  })
  for (const mode of MODES) {
    await page.goto(`${demo.url}/guides/widget?mode=${mode}`)
    if (mode === 'inline') await getPanel(page).waitFor()
    else await getLauncher(page).waitFor()
  }
  const found = async () => {
    const { results } = await demo.client.search({ query: QUESTION })
    return results.map(({ document }) => document.url)
  }
  await expect.poll(found, { timeout: 300_000 }).toContain(`${demo.url}/guides/ai-readable`)
  // The site keeps the mode that was chosen last.
  await page.goto(`${demo.url}/guides/ai-readable?mode=floating`)
  await openPanel(page)
  await askIn(page, QUESTION)
  const source = getPanel(page).locator('.notes a').first()
  await source.waitFor()
  const href = await source.getAttribute('href')
  expect(href?.startsWith(`${demo.url}/`)).toBe(true)
  expect(await getPanel(page).locator('.answer').textContent()).toContain('llms.txt')
  // The source is a page of this site, at the place that was cited.
  await source.click()
  await page.waitForURL(href ?? '')
  const anchor = new URL(href ?? '').hash.slice(1)
  expect(await page.locator(`[id="${anchor}"]`).count()).toBe(1)
  expect(outside).toEqual([])
  expect(failed).toEqual([])
  expect(await demo.stop()).toBe(0)
  // It waits neither for pages that are being indexed nor, longer and longer, for the service it stopped.
  expect(demo.complaints()).not.toContain('Trying again in 16 s')
  // On a busy machine the service starts slowly, and indexes slowly.
}, 600_000)
