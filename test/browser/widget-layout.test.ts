import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answerWith } from '../support/browser/chat-frames.ts'
import { widgetTests } from '../support/browser/widget.ts'
import {
  askIn,
  getLauncher,
  openPanel,
  getPanel,
  QUESTION,
} from '../support/browser/widget-page.ts'

const { test } = widgetTests()

/** Longer than the panel. Without a table, whose columns grow with their rows. */
const ANSWER = `Create a second key; a knowledge base may have any number [1].

1. Create a key and put it where the old one was [1].
2. Revoke the old one. Every process refuses it within 5 seconds [2].

\`\`\`sh
footnote keys create --name "Docs site"
\`\`\`

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
  const panel = getPanel(page)
  await panel.locator('.starter').first().waitFor()
  await expect.poll(() => panel.locator('.title').textContent()).toBe('Acme docs')
  await page.evaluate(WATCH_SHIFTS)
  model.script(says(ANSWER, { delayMs: 5 }))
  await askIn(page, QUESTION)
  await panel.locator('.code .t-str').first().waitFor()
  await panel.locator('.next .starter').waitFor({ state: 'attached' })
  expect(await page.evaluate('shifts')).toEqual([])
})

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const INDEXES = Array.from({ length: 40 }, (_, index) => index + 1)
const WIDE_ANSWER = `${LONG_WORD} and \`${LONG_WORD}\`, of all of these ${INDEXES.map((index) => `[${index}]`).join('')}.

\`\`\`yaml
setting: ${'a long value '.repeat(20)}
\`\`\`

| ${LONG_WORD} | ${LONG_WORD} |
| --- | --- |
| 1 | ${LONG_WORD} |
`

/** The last is a window of 1280 × 800 at 200 % zoom. */
const SIZES = [
  { viewport: { width: 320, height: 700 } },
  { viewport: { width: 375, height: 700 } },
  { viewport: { width: 1024, height: 700 } },
  { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
]

test('long words, long code and 40 sources stay in their place, down to 320 px and at 200 % zoom', async ({
  widget,
}) => {
  const citations = INDEXES.map((index) => ({
    index,
    title: LONG_WORD,
    url: `https://docs.acme.example/${'long/'.repeat(20)}${index}`,
    document_id: `d${index}`,
    chunk_id: `c${index}`,
    heading_path: [LONG_WORD],
    excerpt: LONG_WORD,
  }))
  for (const context of SIZES) {
    const { width, height } = context.viewport
    const page = await widget.show({ context })
    await answerWith(page, () => [
      { citations, done: false },
      { delta: WIDE_ANSWER, done: false },
      { done: true, covered: true, citations, powered_by: '', powered_by_url: '' },
    ])
    await openPanel(page)
    await askIn(page, LONG_WORD.repeat(3))
    await getPanel(page).locator('.actions').waitFor()
    const sticksOut = await getPanel(page).evaluate((panel) =>
      [...panel.querySelectorAll('.body, .question, .answer > p, th, td, .notes li, .next')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ className, localName }) => `${localName}.${className}`),
    )
    expect(sticksOut, `${width} px`).toEqual([])
    for (const control of ['Close', 'Ask a follow-up…']) {
      const box = await getPanel(page).getByLabel(control).boundingBox()
      expect(box, `${control} at ${width} px`).not.toBeNull()
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
      expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true)
    }
  }
})

test('an empty field is written from the side that the language begins on', async ({ widget }) => {
  const page = await widget.show({ attributes: { 'data-language': 'ar' } })
  await openPanel(page)
  const field = getPanel(page).locator('.composer textarea')
  const direction = () =>
    field.evaluate(
      (element) => element.ownerDocument.defaultView?.getComputedStyle(element).direction,
    )
  expect(await direction()).toBe('rtl')
  await field.fill('How do I rotate a key?')
  expect(await direction()).toBe('ltr')
})

test('the button is a cross while the panel is open, and both are mirrored for right-to-left readers', async ({
  widget,
}) => {
  const corner = async (attributes: Record<string, string>) => {
    const page = await widget.show({ attributes })
    const launcher = getLauncher(page)
    await launcher.waitFor()
    const closed = await launcher.boundingBox()
    await openPanel(page)
    await expect.poll(async () => (await launcher.boundingBox())?.width).toBe(52)
    const [open, panel] = [await launcher.boundingBox(), await getPanel(page).boundingBox()]
    // Its word is still its name.
    expect(await launcher.textContent()).not.toBe('')
    expect(await launcher.locator('svg').isVisible()).toBe(false)
    return [closed, open, panel].map((box) =>
      box && box.x + box.width / 2 < 640 ? 'left' : 'right',
    )
  }
  const [left, right] = [Array(3).fill('left'), Array(3).fill('right')]
  expect(await corner({})).toEqual(right)
  expect(await corner({ 'data-position': 'bottom-left' })).toEqual(left)
  expect(await corner({ 'data-language': 'ar' })).toEqual(left)
  expect(await corner({ 'data-language': 'ar', 'data-position': 'bottom-left' })).toEqual(right)
})

test('code that is wider than the panel is shaded where there is more of it', async ({
  widget,
  model,
}) => {
  const page = await widget.show()
  await openPanel(page)
  const line = `footnote keys create --name "${'Docs site '.repeat(20)}"`
  model.script(says(`Create a key [1].\n\n\`\`\`sh\n${line}\n\`\`\`\n`))
  await askIn(page, QUESTION)
  const panel = getPanel(page)
  await panel.locator('.actions').waitFor()
  const code = panel.locator('.code')
  const box = await code.boundingBox()
  if (!box) throw new Error('The code is not shown')
  /** The row of pixels at the top of the code, where no letter stands, as it looks at its sides. */
  const sides = async () => {
    const shown = await page.screenshot({
      clip: { x: box.x, y: box.y + 1, width: box.width, height: 1 },
    })
    return page.evaluate<{ left: number; right: number }>(`(async () => {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,${shown.toString('base64')}')).blob())
      const canvas = new OffscreenCanvas(image.width, 1)
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      const at = (x) => context.getImageData(x, 0, 1, 1).data[0]
      return { left: at(0) - at(image.width >> 1), right: at(image.width - 1) - at(image.width >> 1) }
    })()`)
  }
  const isShaded = async () => {
    const { left, right } = await sides()
    return { left: left < -8, right: right < -8 }
  }
  expect(await isShaded()).toEqual({ left: false, right: true })
  await code.evaluate((element) => element.scrollTo(element.scrollWidth / 3, 0))
  expect(await isShaded()).toEqual({ left: true, right: true })
  await code.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
  expect(await isShaded()).toEqual({ left: true, right: false })
})

test('“More” is there only while there is more to read', async ({ widget, model }) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  const more = panel.getByRole('button', { name: 'More' })
  model.script(says(ANSWER))
  await askIn(page, QUESTION)
  await more.waitFor()
  await panel.getByRole('button', { name: 'Use in your AI tool' }).click()
  await panel.locator('.tool-code').first().waitFor()
  expect(await more.count()).toBe(0)
  await panel.getByRole('button', { name: 'Use in your AI tool' }).click()
  await more.waitFor()
  await panel.locator('.body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await more.waitFor({ state: 'detached' })
})

test('a question that waits for the network is brought into view', async ({ widget, model }) => {
  const page = await widget.show()
  await openPanel(page)
  model.script(says(ANSWER))
  await askIn(page, QUESTION)
  const panel = getPanel(page)
  await panel.locator('.actions').waitFor()
  await page.context().setOffline(true)
  await askIn(page, 'And on Windows?')
  const waiting = panel.getByText('Waiting for the network')
  await waiting.waitFor()
  const body = panel.locator('.body')
  await expect
    .poll(async () => {
      const [line, view] = [await waiting.boundingBox(), await body.boundingBox()]
      return line && view && line.y > view.y && line.y < view.y + view.height
    })
    .toBe(true)
})
