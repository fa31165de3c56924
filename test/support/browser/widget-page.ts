import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { DocsPage } from '../../fakes/docs-page.ts'
import type { Knowledge } from '../knowledge.ts'
import type { Service } from '../service.ts'

export const KEYS_URL = 'https://docs.acme.example/guides/keys#rotate'
export const UNAUTHORIZED_URL = 'https://docs.acme.example/errors/unauthorized'

/** Two pages that share their words with the question, so that both are found. */
export const PAGES = [
  {
    url: 'https://docs.acme.example/guides/keys',
    title: 'Keys and source groups',
    content:
      '# Keys and source groups\n\n## Rotate and revoke\n\nKeys do not expire. To rotate a key, create a second key; a knowledge base may have any number. Put the new one where the old one was, then revoke the old key.',
  },
  {
    url: UNAUTHORIZED_URL,
    title: 'UNAUTHORIZED (401)',
    content:
      '# UNAUTHORIZED (401)\n\n## After a revocation\n\nA key that was revoked, to rotate it, is refused by every process within 5 seconds.',
  },
]

export const QUESTION = 'How do I rotate a key?'

export type ShowOptions = {
  /** `data-*` attributes of the script, by name. */
  attributes?: Readonly<Record<string, string>>
  /** What else the page has. */
  body?: string
  head?: string
  headers?: Readonly<Record<string, string>>
  context?: BrowserContextOptions
  /** Added to the page's address. */
  hash?: string
  /** As pages get it. Tests open the root, which Playwright and axe cannot enter otherwise. */
  keepsRootClosed?: boolean
  nonce?: string
}

type Parts = { service: Service; browser: Browser; site: DocsPage; docs: Knowledge }

export async function showWidget(parts: Parts, options: ShowOptions): Promise<Page> {
  const { service, browser, site, docs } = parts
  const attributes = {
    'data-client-key': docs.clientKey,
    'data-knowledge-base-id': docs.knowledgeBaseId,
    ...options.attributes,
  }
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )
  const nonce = options.nonce === undefined ? '' : `nonce="${options.nonce}"`
  site.show(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title>
    <meta name="viewport" content="width=device-width">${options.head ?? ''}</head>
    <body>${options.body ?? '<main><h1>Docs</h1></main>'}
    <script async ${nonce} src="${service.baseUrl}/widget.js" ${written.join(' ')}></script></body></html>`,
    options.headers,
  )
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options.context,
  })
  const page = await context.newPage()
  if (!options.keepsRootClosed) await page.addInitScript(OPEN_ROOTS)
  await page.goto(`${site.origin}/${options.hash ?? ''}`)
  return page
}

/** For the page to run. The files that are tested stay those that pages get. */
export const OPEN_ROOTS = `{
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    return attachShadow.call(this, { ...init, mode: 'open' })
  }
}`

export const getLauncher = (page: Page) => page.locator('footnote-widget .launcher')
export const getPanel = (page: Page) => page.locator('footnote-widget .panel')

/** Opens the panel by its button. */
export async function openPanel(page: Page): Promise<void> {
  await getLauncher(page).click()
  await getPanel(page).waitFor()
}

/** Writes into the composer, and sends it. */
export async function askIn(page: Page, question: string): Promise<void> {
  const composer = getPanel(page).locator('.composer textarea')
  await composer.fill(question)
  await composer.press('Enter')
}
