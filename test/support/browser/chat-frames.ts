import type { Page } from 'playwright-core'

/** Questions of this page get these frames, in place of the service's. */
export const answerWith = (page: Page, frames: () => readonly object[]): Promise<unknown> =>
  page.route('**/chat', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' },
      body: frames()
        .map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
        .join(''),
    }),
  )
