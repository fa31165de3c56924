import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Presses what makes the console's call `name`, such as `sources.remove`, and waits until the service
 * has taken it. test/unit/console-actions.test.ts checks that every such call of the console is pressed
 * in some browser test.
 */
export async function presses(page: Page, name: string, press: () => Promise<void>): Promise<void> {
  const taken: string[] = []
  const onResponse = (response: {
    request(): { method(): string }
    url(): string
    ok(): boolean
  }) => {
    if (response.request().method() !== 'GET' && response.ok()) taken.push(response.url())
  }
  page.on('response', onResponse)
  await press()
  await expect.poll(() => taken.length, { message: name }).toBeGreaterThan(0)
  page.off('response', onResponse)
}
