import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, openPanel, panelOf, QUESTION } from '../support/browser/widget-page.ts'

const { test } = widgetTests()

/** Every kind of block, longer than the panel. */
const ANSWER = `Create a second key; a knowledge base may have any number [1].

1. Create a key and put it where the old one was [1].
2. Revoke the old one. Every process refuses it within 5 seconds [2].

\`\`\`sh
footnote keys create --name "Docs site"
\`\`\`

| Setting | Default |
| --- | --- |
| \`RATE_LIMIT_PER_KEY\` | 600 |

`.repeat(4)

/** As browsers count it: what moves within half a second after input is the reader's own doing. */
const WATCH_SHIFTS = `window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ currentRect }) => currentRect) })
  }
}).observe({ type: 'layout-shift' })`

test('nothing moves under the reader’s eyes from the question to the sources', async ({
  widget,
  model,
}) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = panelOf(page)
  await panel.locator('.starter').first().waitFor()
  await expect.poll(() => panel.locator('.title').textContent()).toBe('Acme docs')
  await page.evaluate(WATCH_SHIFTS)
  model.script(says(ANSWER, { delayMs: 5 }))
  await askIn(page, QUESTION)
  await panel.locator('.code .t-str').first().waitFor()
  await panel.locator('.next .starter').waitFor({ state: 'attached' })
  expect(await page.evaluate('shifts')).toEqual([])
})
