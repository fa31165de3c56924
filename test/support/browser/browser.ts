import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'

/** Debian's Chromium, kept from the network: tests reach loopback only. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['FOOTNOTE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
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
