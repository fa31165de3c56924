import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'

/** Chromium without what only its window needs: a page takes a third less CPU. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

const executablePath =
  process.env['FOOTNOTE_TEST_CHROMIUM'] ??
  (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium')

/** Debian's Chromium, kept from the network: tests reach loopback only. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** The browser of this worker, which keeps its modules from file to file. */
let running: Promise<Browser> | undefined

export type Cleanup = { onCleanup: (clean: () => Promise<void>) => void }

/**
 * Fixtures of a browser that other files use before and after: starting one takes half a second of CPU.
 * What tests leave open is closed with their file.
 */
export const workerBrowser = {
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  start: ({}, { onCleanup }: Cleanup): Promise<Browser> => {
    if (running) return running
    const started = openBrowser()
    running = started
    onCleanup(async () => (await started).close())
    return started
  },
  use: ({ chromium: browser }: { chromium: Browser }, { onCleanup }: Cleanup): Browser => {
    onCleanup(async () => {
      for (const context of browser.contexts()) await context.close()
    })
    return browser
  },
}
