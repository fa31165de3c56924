import type { Locator, Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { leadsTo, getRoute } from './called-route.ts'

/**
 * Presses what makes a call of the console, such as `source-settings.tsx sources.remove`: the file that
 * calls, and what it calls. Waits until the service has taken it, and until what `stored` reads from the
 * database is another; returns that. test/unit/console-actions.test.ts checks that every control of the
 * console that changes something is pressed in some browser test.
 */
export async function presses<Stored>(
  page: Page,
  site: string,
  /** What is clicked, or what else is done. */
  press: Locator | (() => Promise<unknown>),
  stored: () => Promise<Stored>,
): Promise<Stored> {
  const { method, path } = await getRoute(site.split(' ')[1] ?? '')
  const before = await stored()
  let isTaken = false
  const onResponse = (response: Response) => {
    const isOfRoute =
      response.request().method().toLowerCase() === method &&
      leadsTo({ path }, new URL(response.url()).pathname)
    if (isOfRoute && response.ok()) isTaken = true
  }
  page.on('response', onResponse)
  await (typeof press === 'function' ? press() : press.click())
  await expect.poll(() => isTaken, { message: site }).toBe(true)
  page.off('response', onResponse)
  let after = before
  await expect
    .poll(async () => (after = await stored()), { message: `${site} is stored` })
    .not.toEqual(before)
  return after
}
