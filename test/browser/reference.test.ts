import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser/browser.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

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

async function open(path: string, width: number): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
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

test.each([1280, 390])(
  'the reference reads well at %i px, and fetches nothing from elsewhere',
  async (width) => {
    const { page, complaints } = await open('/docs', width)
    expect(await page.title()).toContain('Footnote')
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
    expect(
      await page.getByText('/api/v1/public/knowledge-bases/{knowledgeBaseId}/search').count(),
    ).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await page.close()
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
