import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser/browser.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'
import { violationsOfPage } from './support/axe.ts'

type Theme = 'light' | 'dark'

let database: TestDatabase
let service: Service
let browser: Browser

beforeAll(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.ownerUrl, command: 'api' })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  await service.kill()
  await database.drop()
})

type Opened = { page: Page; complaints: string[] }

async function open(path: string, width: number, colorScheme: Theme = 'light'): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(service.baseUrl)) complaints.push(`fetches ${request.url()}`)
  })
  await page.goto(service.baseUrl + path)
  return { page, complaints }
}

const PAGES = {
  '/': 'A first search',
  '/docs': '/api/v1/public/knowledge-bases/{knowledgeBaseId}/search',
  '/docs/errors': 'The request carries no credential that is valid here.',
  '/docs/errors/RATE_LIMITED': 'Too many requests came in a short time',
}

/** Axe takes a minute for all of them, which are drawn alike. */
const SOME_OPERATIONS = `document.querySelectorAll('section.operation')
  .forEach((section, index) => index % 12 === 0 || section.remove())`

test.each([
  ['light', 1440],
  ['dark', 375],
] as const)(
  'what the service says of itself is accessible and fits, %s at %i px, and fetches nothing from elsewhere',
  async (theme, width) => {
    for (const [path, text] of Object.entries(PAGES)) {
      const { page, complaints } = await open(path, width, theme)
      expect(await page.title()).toContain('Footnote')
      expect(await page.getByText(text).count(), path).toBeGreaterThan(0)
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - window.innerWidth',
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
      await page.evaluate(SOME_OPERATIONS)
      expect(await violationsOfPage(page), path).toEqual([])
      expect(complaints, path).toEqual([])
      await page.close()
    }
  },
)

test('every error page that the reference links to is there', async () => {
  const { page } = await open('/docs', 1280)
  const links = await page
    .locator('a[href^="/docs/errors/"]')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(20)
  for (const link of new Set(links)) {
    expect((await fetch(service.baseUrl + link)).status, link).toBe(200)
  }
  await page.close()
})
