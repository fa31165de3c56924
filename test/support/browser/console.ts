import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { acceptance } from '../acceptance.ts'
import type { Cleanup } from './browser.ts'
import { workerBrowser } from './browser.ts'
import type { Knowledge } from '../knowledge.ts'
import type { Service } from '../service.ts'
import { ADMIN_TOKEN } from '../service.ts'
import { sharing } from '../sharing.ts'
import { OPEN_ROOTS } from './widget-page.ts'

export type ConsolePage = {
  readonly page: Page
  /** Violations of the policy, requests to other origins, and uncaught errors, so far. */
  readonly faults: string[]
}

/** `test` with a service, a browser, and the console in it. */
export const consoleTests = (environment: Record<string, string> = {}) =>
  acceptance(environment)
    .test.extend('chromium', { scope: 'worker' }, workerBrowser.start)
    .extend('browser', { scope: 'file' }, workerBrowser.use)
    .extend('console', openConsoles)

/** The same with a service that other files use before and after: see `sharing`. */
export const sharedConsoleTests = () =>
  sharing()
    .test.extend('chromium', { scope: 'worker' }, workerBrowser.start)
    .extend('browser', { scope: 'file' }, workerBrowser.use)
    .extend('console', openConsoles)

async function openConsoles(
  { service, browser }: { service: Service; browser: Browser },
  { onCleanup }: Cleanup,
) {
  const opened: Page[] = []
  const nested: string[] = []
  onCleanup(async () => {
    for (const page of opened) await page.context().close()
    if (nested.length > 0) throw new Error(`A form in a form: ${nested.join()}`)
  })
  return {
    async open(path = '', options: OpenOptions = {}): Promise<ConsolePage> {
      const shown = await openConsole(service, browser, path, options, nested)
      opened.push(shown.page)
      return shown
    },
  }
}

type OpenOptions = {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** Left at the sign-in form. */
  isSignedOut?: boolean
}

export async function openConsole(
  { baseUrl }: Service,
  browser: Browser,
  path: string,
  { width = 1440, height = 900, theme = 'light', isSignedOut = false }: OpenOptions = {},
  /** Gets the address of each page that had a form in a form. */
  nested: string[] = [],
): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const faults: string[] = []
  await page.exposeBinding('reportViolation', (_, text: string) => void faults.push(text))
  await page.exposeBinding('reportNestedForm', (_, url: string) => void nested.push(url))
  await page.addInitScript(REPORT_VIOLATIONS)
  await page.addInitScript(REPORT_NESTED_FORMS)
  await page.addInitScript(OPEN_ROOTS)
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl)) faults.push(`requests ${request.url()}`)
  })
  await page.goto(`${baseUrl}/console${path}`)
  if (!isSignedOut) await signIn(page)
  return { page, faults }
}

/** For the page to run. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  window.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile))`

/** For the page to run. Browsers do not submit the inner of two forms. */
const REPORT_NESTED_FORMS = `new MutationObserver(() => {
  if (document.querySelector('form form')) window.reportNestedForm(location.href)
}).observe(document, { childList: true, subtree: true })`

/** With the admin token, which leaves no cookie. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the admin token instead' }).click()
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Where the first start says that its owner is created, below /console. */
export function setupPath({ log }: Service): string {
  const url = log.map((line) => line['setup_url']).find((each) => typeof each === 'string')
  if (url === undefined) throw new Error('The service logged no link')
  const { pathname, hash } = new URL(url)
  return pathname.replace('/console', '') + hash
}

export const buildPath = ({ workspaceId, knowledgeBaseId }: Knowledge): string =>
  `/w/${workspaceId}/kb/${knowledgeBaseId}`

let axeSource: string | undefined

/** What axe finds on the page, each as its rule and where. */
export async function axeFaults(page: Page): Promise<string[]> {
  axeSource ??= await readFile(
    join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'),
    'utf8',
  )
  // Evaluated by the debugger: a script tag would be stopped by the policy.
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axeSource)
  return page.evaluate(
    `axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`,
  )
}

/** For the page to run. Browsers report none below 16 ms, so nothing may wait for the first. */
export const WATCH_INTERACTIONS = `globalThis.longestInteraction = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      longestInteraction = Math.max(longestInteraction, duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 })`

/** How far the page can be scrolled sideways. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Presses Tab until the element has focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, maxSteps = 80): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target.toString()}`)
}
