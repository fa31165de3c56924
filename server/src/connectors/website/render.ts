import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { withinSignal } from '../../platform/within-signal.ts'
import { SourceError } from '../connector.ts'
import { answerRequests } from './render-requests.ts'

/** Opens pages in a browser, for sites that are built by JavaScript. */
export type Renderer = {
  /** The page after its scripts have run. */
  render(url: string, html: string, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

export type RendererOptions = {
  readonly fetchPage: FetchPage
  readonly chromiumPath: string
  readonly userAgent: string
  readonly maxPageBytes: number
  readonly timeoutMs?: number | undefined
}

const DEFAULT_TIMEOUT_MS = 20_000
/** A page counts as loaded when it requests nothing for half a second, or after this long. */
const MAX_IDLE_WAIT_MS = 5_000
/** A browser is replaced after this many pages, with whatever memory it has leaked. */
const PAGES_A_BROWSER = 100

/**
 * The browser cannot reach the network by itself: no name resolves, loopback included, and the proxy
 * for all traffic does not exist. Pages get only what our own fetch brings them.
 */
export const CHROMIUM_ARGUMENTS = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://no-proxy.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-quic',
  '--disable-sync',
  '--disable-gpu',
  '--dns-prefetch-disable',
  '--no-first-run',
  '--no-pings',
  '--js-flags=--max-old-space-size=256',
  '--renderer-process-limit=2',
]

export function createRenderer(options: RendererOptions): Renderer {
  let browser: Promise<Browser> | null = null
  let pages = 0
  let previous: Promise<unknown> = Promise.resolve()
  const closeBrowser = async () => {
    const open = browser
    browser = null
    await (await open?.catch(() => null))?.close()
  }
  const renderNow = async (url: string, html: string, signal: AbortSignal) => {
    signal.throwIfAborted()
    if (pages >= PAGES_A_BROWSER) await closeBrowser()
    pages = browser === null ? 1 : pages + 1
    browser ??= launch(options)
    return renderPage(await browser, options, url, html, signal)
  }
  return {
    render: (url, html, signal) =>
      withinSignal(signal, () => {
        // One at a time: the browser takes most of a worker's memory.
        const result = previous.then(() => renderNow(url, html, signal))
        // A page that failed may keep its browser in an endless loop. Ending it can take half a
        // minute, for which only the next page waits.
        previous = result.catch(closeBrowser).catch(() => undefined)
        return result
      }),
    close: closeBrowser,
  }
}

async function launch({ chromiumPath }: RendererOptions): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new SourceError('Rendering needs the package playwright-core, which is not installed.')
  })
  return chromium.launch({
    executablePath: chromiumPath,
    args: CHROMIUM_ARGUMENTS,
    // Chromium's sandbox does not start for root.
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: 30_000,
  })
}

async function renderPage(
  browser: Browser,
  options: RendererOptions,
  url: string,
  html: string,
  signal: AbortSignal,
): Promise<string> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxPageBytes } = options
  const late = AbortSignal.timeout(timeoutMs)
  const ending = AbortSignal.any([signal, late])
  try {
    return await withinSignal(ending, async () => {
      const context = await openContext(browser, options, { url, html, signal: ending })
      const content = await readRendered(await context.newPage(), url, maxPageBytes)
      await context.close()
      return content
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!late.aborted) throw error
    throw new Error(`${url} was not written within ${timeoutMs / 1000} s.`, { cause: error })
  }
}

async function openContext(
  browser: Browser,
  { fetchPage, userAgent }: RendererOptions,
  document: { url: string; html: string; signal: AbortSignal },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent,
    serviceWorkers: 'block',
    acceptDownloads: false,
  })
  await context.addInitScript(
    'delete globalThis.RTCPeerConnection; delete globalThis.webkitRTCPeerConnection; delete globalThis.WebTransport',
  )
  await context.routeWebSocket(/.*/, (socket) => socket.close())
  await context.route('**/*', answerRequests(fetchPage, document))
  return context
}

async function readRendered(page: Page, url: string, maxPageBytes: number): Promise<string> {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 })
  await page.waitForLoadState('networkidle', { timeout: MAX_IDLE_WAIT_MS }).catch(() => undefined)
  const content = await page.content()
  if (content.length > maxPageBytes) {
    throw new SourceError(`Its scripts write more than ${maxPageBytes / 1_000_000} MB.`)
  }
  return content
}
