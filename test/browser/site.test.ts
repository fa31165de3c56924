import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser/browser.ts'
import type { ServedSite } from '../support/browser/serve-site.ts'
import { serveSite } from '../support/browser/serve-site.ts'
import { OPEN_ROOTS, getPanel } from '../support/browser/widget-page.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'
import { SECTIONS } from '../../site/src/sections.ts'
import { violationsOfPage } from './support/axe.ts'

const ROOT = join(import.meta.dirname, '../..')
const QUESTION = 'What does llms.txt list?'
const GUIDES = ['guides/ai-readable', 'guides/quick-start']

/** One of each kind: the front page, lists, tables, code, pictures, long and short. */
const KINDS = [
  '/',
  '/guides/quick-start',
  '/guides/widget',
  '/guides/people',
  '/configuration',
  '/errors/',
  '/errors/RATE_LIMITED',
  '/decisions/0047-site',
  '/reference/glossary',
  '/project/architecture',
]

let database: TestDatabase
let service: Service
let browser: Browser
let site: ServedSite
let folder: string
/** What pages asked of anybody but the site and the service, and what they complained of. */
const complaints: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-site-'))
  site = await serveSite(folder)
  database = await createDatabase()
  service = await startService({ databaseUrl: database.ownerUrl })
  const { knowledgeBaseId, clientKey } = await createKnowledge(service, 'Footnote docs')
  const build = promisify(execFile)(
    'npm',
    ['run', '--silent', 'build:site', '--', '--out', folder],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        FOOTNOTE_SITE_SERVICE_URL: service.baseUrl,
        FOOTNOTE_SITE_KNOWLEDGE_BASE_ID: knowledgeBaseId,
        FOOTNOTE_SITE_CLIENT_KEY: clientKey,
      },
    },
  )
  const pages = GUIDES.map(async (page) => ({
    url: `${site.url}/${page}`,
    content: await readFile(join(ROOT, `docs/${page}.md`), 'utf8'),
  }))
  await Promise.all([build, putPages(service, knowledgeBaseId, await Promise.all(pages))])
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  await service.kill()
  await database.drop()
  await site[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function newPage(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  await page.addInitScript(OPEN_ROOTS)
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (![site.url, service.baseUrl].includes(origin)) complaints.push(`fetches ${request.url()}`)
  })
  return page
}

test.each([
  ['light', 1440],
  ['dark', 375],
] as const)('pages of every kind are accessible and fit, %s at %i px', async (theme, width) => {
  const page = await newPage(theme, width)
  for (const path of KINDS) {
    await page.goto(site.url + path)
    expect(await violationsOfPage(page), path).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
  await page.close()
  expect(complaints).toEqual([])
})

test('the front page lists every page of each section, and one for a folder of decisions', async () => {
  const page = await newPage('light', 1440)
  await page.goto(site.url)
  const listed = await page.locator('.front-sections section').evaluateAll((sections) =>
    sections.map((section) => ({
      title: section.querySelector('h2')?.textContent,
      pages: section.querySelectorAll('li').length,
    })),
  )
  expect(listed).toEqual(SECTIONS.map(({ title, pages }) => ({ title, pages: pages.length })))
  await page.close()
})

test('its search answers a question, and the source is a heading of the site', async () => {
  const page = await newPage('light', 1440)
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Ask a question or search' }).click()
  await getPanel(page).waitFor()
  const field = getPanel(page).locator('input, textarea').first()
  await field.fill(QUESTION)
  await field.press('Enter')
  const source = getPanel(page).locator('.notes a').first()
  await source.waitFor()
  expect(await getPanel(page).locator('.answer').textContent()).toContain('llms.txt')
  const href = (await source.getAttribute('href')) ?? ''
  expect(href.startsWith(`${site.url}/guides/ai-readable#`)).toBe(true)
  await source.click()
  await page.waitForURL(href)
  expect(await page.locator(`[id="${new URL(href).hash.slice(1)}"]`).count()).toBe(1)
  await page.close()
  expect(complaints).toEqual([])
})
