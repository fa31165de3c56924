import { mkdir } from 'node:fs/promises'
import { beforeAll } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answerWith } from '../support/browser/chat-frames.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, openPanel, getPanel, QUESTION } from '../support/browser/widget-page.ts'
import { onDocs, OUT, shoot } from './scenes.ts'

const { test } = widgetTests()
const LONG = `${'Donaudampfschifffahrtsgesellschaft'.repeat(4)} [1].\n\n\`${'a_very_long_identifier_'.repeat(6)}\`\n\n| Setting | Default | What it does |\n| --- | --- | --- |\n| \`RATE_LIMIT_PER_ADDRESS\` | 600 | Requests a minute from one address, before anything else is looked at |\n\n\`\`\`ts\nconst client = createClient({ baseUrl: 'https://answers.example.com', credential: { clientKey: 'fnp_…' }, knowledgeBaseId })\n\`\`\`\n\n> A quotation that is longer than a line, to see how its border looks [2].\n\n### A heading\n\n- One\n  - Nested [1]\n`

beforeAll(() => mkdir(OUT, { recursive: true }))

/** Not for the docs: what is hard to draw, to be looked at. `SHOTS=folder npm run screenshots`. */
const hard = test.runIf(process.env['SHOTS'] !== undefined)

for (const [name, width, height] of [
  ['320', 320, 700],
  ['wide', 1280, 800],
  // A window of 1280 by 900, zoomed to 200 %.
  ['zoomed', 640, 450],
] as const) {
  hard(`long words and long code: ${name}`, async ({ widget, model }) => {
    model.script(says(LONG))
    const context = { viewport: { width, height }, deviceScaleFactor: 2 }
    const page = await widget.show(onDocs('light', { context }))
    await openPanel(page)
    await askIn(page, QUESTION)
    await getPanel(page).locator('.code span').first().waitFor()
    await shoot(page, `hard-${name}`)
    const body = getPanel(page).locator('.body')
    await body.evaluate((element) => element.scrollTo(0, 100_000))
    await shoot(page, `hard-${name}-end`)
  })
}

hard('forty citations', async ({ widget }) => {
  const page = await widget.show(onDocs('dark'))
  await answerWith(page, () => {
    const citations = Array.from({ length: 40 }, (_, at) => ({
      index: at + 1,
      title: `Page number ${at + 1}`,
      url: `https://docs.acme.example/${at}`,
      document_id: `d${at}`,
      chunk_id: `c${at}`,
      heading_path: ['Section'],
      excerpt: 'An excerpt.',
    }))
    const text = citations.map(({ index }) => `Statement number ${index} [${index}].`).join(' ')
    return [
      { citations, done: false },
      { delta: text, done: false },
      { done: true, covered: true, citations, powered_by: '', powered_by_url: '' },
    ]
  })
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).locator('.actions').waitFor()
  await shoot(page, 'hard-forty')
})
