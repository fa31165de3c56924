import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import type { SitePage } from '../fakes/docs-site-html.ts'
import { startDocsPage } from '../fakes/docs-page.ts'
import { startDocsSite } from '../fakes/docs-site.ts'
import { axeFaults, consoleTests, setupPath, tabTo } from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { askIn, getLauncher, OPEN_ROOTS, getPanel } from '../support/browser/widget-page.ts'
import { readRows } from '../support/store/services.ts'

/** Each is about something else, so that a question finds its own. */
const SUBJECTS = ['billing', 'exports', 'webhooks', 'backups', 'roles']
const PAGES: SitePage[] = Array.from({ length: 50 }, (_, at) => {
  const subject = `${SUBJECTS[at % SUBJECTS.length]} ${at}`
  return {
    path: at === 0 ? '/' : `/guide/${at}`,
    title: `About ${subject}`,
    markdown: `# About ${subject}\n\nTo set up ${subject}, open the settings of ${subject} and follow the steps for ${subject}.`,
  }
})

const site = await startDocsSite(PAGES, [])
const elsewhere = await startDocsPage()
afterAll(async () => {
  await site.close()
  await elsewhere.close()
})

const test = consoleTests({ FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** By Tab and Enter only. */
async function press(page: Page, target: ReturnType<typeof button>): Promise<void> {
  await target.waitFor()
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.waitFor()
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('from an empty database to a widget that answers, by keyboard alone', async ({
  console,
  browser,
  service,
  database,
}) => {
  const { page, faults } = await console.open(setupPath(service), { isSignedOut: true })
  await type(page, 'Your name', 'Ada')
  expect(await axeFaults(page)).toEqual([])
  await type(page, 'Email address', 'ada@example.com')
  await type(page, 'Password', 'correct horse battery staple')
  const people = () =>
    readRows(database, `select name, email, owns_installation from accounts.people`)
  const enter = () => page.keyboard.press('Enter')
  expect(await presses(page, 'session.ts account.setUp', enter, people)).toEqual([
    { name: 'Ada', email: 'ada@example.com', owns_installation: true },
  ])
  await page.getByRole('heading', { name: 'New knowledge base' }).waitFor()
  expect(await readRows(database, 'select * from accounts.setup_links')).toEqual([])
  expect(await axeFaults(page)).toEqual([])
  await type(page, 'Name', 'Acme docs')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Ada' }).waitFor()
  await press(page, link(page, 'Connect a source'))
  await type(page, 'Site URL', `${site.origin}/`)
  await press(page, button(page, 'Preview'))
  await page.getByText(/^About \d+ pages$/).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await press(page, button(page, 'Connect and sync'))

  await page.getByText('Up to date', { exact: true }).waitFor({ timeout: 120_000 })
  const added = page.locator('dt:text-is("Added") + dd')
  await expect.poll(async () => Number(await added.textContent())).toBeGreaterThanOrEqual(50)

  await press(page, link(page, 'Overview'))
  await press(page, link(page, 'Open the playground'))
  await type(page, 'Ask as a reader would…', 'How do I set up webhooks 2?')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Sources' }).waitFor()
  await page.getByText('cited', { exact: true }).first().waitFor()
  expect(await axeFaults(page)).toEqual([])

  await press(page, link(page, 'Overview'))
  await press(page, link(page, 'Create a widget'))
  await press(page, button(page, 'Create widget').first())
  await type(page, 'Name', 'Help')
  await type(page, 'Allowed origins', elsewhere.origin)
  await press(page, button(page, 'Create'))
  await press(page, button(page, 'Create a key for this snippet'))
  await page.getByText('YOUR_PUBLIC_KEY').waitFor({ state: 'detached' })
  await press(page, button(page, 'Copy'))
  await page.getByText(`Waiting for ${elsewhere.origin}`).waitFor()

  const snippet = await page.evaluate<string>('navigator.clipboard.readText()')
  elsewhere.show(`<!doctype html><title>Docs</title><body><h1>Docs</h1>${snippet}</body>`)
  const context = await browser.newContext()
  const embedding = await context.newPage()
  await embedding.addInitScript(OPEN_ROOTS)
  await embedding.goto(elsewhere.origin)
  await getLauncher(embedding).click()
  await askIn(embedding, 'How do I set up backups 3?')
  await getPanel(embedding).locator('.turn .actions').last().waitFor()
  await context.close()
  await page.getByText('Seen', { exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Overview')
  await page.getByRole('option', { name: 'Overview' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('How do I set up backups 3?').waitFor()
  await expect.poll(() => page.getByText('Get started').count()).toBe(0)
  expect(faults).toEqual([])
})

test('every address below /console is the same page, asked for anew each time', async ({
  service,
}) => {
  const page = await fetch(`${service.baseUrl}/console`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const etag = page.headers.get('etag') ?? ''
  const headers = { 'if-none-match': etag }
  expect((await fetch(`${service.baseUrl}/console`, { headers })).status).toBe(304)
  const deep = await fetch(`${service.baseUrl}/console/w/1/kb/2/sources`)
  expect(await deep.text()).toBe(await page.text())
})

test('its policy allows files of its own origin, and nothing inline', async ({ service }) => {
  const page = await fetch(`${service.baseUrl}/console`)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  const preview = await fetch(`${service.baseUrl}/console/preview`)
  expect(preview.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
  expect(preview.headers.get('content-security-policy')).not.toContain('unsafe')
})

test('what the page loads may be kept for good, and nothing else is served', async ({
  service,
}) => {
  const html = await (await fetch(`${service.baseUrl}/console`)).text()
  const assets = [...html.matchAll(/\/console\/assets\/[\w.-]+/g)].map(([path]) => path)
  expect(assets.length).toBeGreaterThanOrEqual(2)
  for (const path of assets) {
    const asset = await fetch(service.baseUrl + path)
    expect(asset.status, path).toBe(200)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
  for (const path of ['none.js', '..%2fmanifest.json', 'manifest.json']) {
    expect((await fetch(`${service.baseUrl}/console/assets/${path}`)).status, path).toBe(404)
  }
})
