import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { answerWith } from '../support/browser/chat-frames.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, openPanel, getPanel, QUESTION } from '../support/browser/widget-page.ts'
import { violations, violationsInBothThemes } from './support/axe.ts'
import { shareOfDifferentPixels } from './support/compare-pictures.ts'
import { injections } from './support/injections.ts'

const { test } = widgetTests()

const ANSWER =
  'Create a second key; a knowledge base may have any number [1].\n\n- Revoke the old key [2].\n\n```sh\nfootnote keys create --name "A rather long name that has to scroll sideways in the block"\n```\n'

/** The place of a panel that is not drawn; a picture of nothing fails. */
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 }

test('axe finds nothing in any state of the panel, light and dark', async ({ widget, model }) => {
  for (const theme of ['light', 'dark']) {
    const page = await widget.show({
      attributes: { 'data-theme': theme, 'data-accent': '#ffd400' },
    })
    await openPanel(page)
    const panel = getPanel(page)
    await panel.locator('.starter').first().waitFor()
    expect(await violations(page), 'empty').toEqual([])
    model.script(hangs('Create a second key ', 'first '))
    await askIn(page, QUESTION)
    await panel.getByText('Create a second key').waitFor()
    expect(await violations(page), 'streaming').toEqual([])
    await panel.getByRole('button', { name: 'Stop' }).click()
    await panel.getByText('Stopped').waitFor()
    expect(await violations(page), 'stopped').toEqual([])
    model.script(says(ANSWER))
    await panel.getByRole('button', { name: 'Ask again' }).click()
    await panel.locator('.code .t-str').waitFor()
    await panel.getByRole('button', { name: 'No, it did not help' }).click()
    await panel.locator('.comment').waitFor()
    await panel.locator('a.chip').first().hover()
    await panel.locator('.preview').waitFor()
    expect(await violations(page), 'answered').toEqual([])
    await panel.getByRole('button', { name: 'Use in your AI tool' }).click()
    await panel.locator('.tool-code').first().waitFor()
    expect(await violations(page), 'AI tools').toEqual([])
    await page.context().close()
  }
})

for (const mode of ['modal', 'sidebar', 'inline', 'search-only']) {
  test(`axe finds nothing in ${mode} mode, on a desk and on a phone`, async ({ widget, model }) => {
    for (const width of [1280, 360]) {
      const page = await widget.show({
        attributes: { 'data-mode': mode, 'data-target': '#place' },
        body: '<main id="place"></main>',
        context: { viewport: { width, height: 800 } },
      })
      if (mode === 'inline') await getPanel(page).waitFor()
      else await openPanel(page)
      await getPanel(page).locator('textarea, input').first().fill('rotate key')
      if (mode === 'modal') await getPanel(page).locator('.row').nth(1).waitFor()
      expect(await violationsInBothThemes(page), 'typed').toEqual([])
      if (mode !== 'search-only') {
        model.script(says(ANSWER))
        await page.keyboard.press('Enter')
        await getPanel(page).locator('.code .t-str').waitFor()
      }
      expect(await violationsInBothThemes(page), 'answered').toEqual([])
      const isFull = await getPanel(page).evaluate(
        (panel) =>
          panel.getBoundingClientRect().width === panel.ownerDocument.defaultView?.innerWidth,
      )
      expect(isFull).toBe(mode !== 'inline' && width === 360)
    }
  })
}

test('the page behind a modal cannot be reached by Tab, and focus comes back', async ({
  widget,
}) => {
  const page = await widget.show({
    attributes: { 'data-mode': 'modal' },
    body: '<a id="before" href="#">Before</a><a id="after" href="#">After</a>',
  })
  await page.locator('footnote-widget .launcher').waitFor()
  await page.locator('#before').focus()
  await page.keyboard.press('Control+k')
  await getPanel(page).locator('input').waitFor()
  const reached = new Set<string>()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    reached.add(
      await page.evaluate('document.activeElement.id || document.activeElement.localName'),
    )
  }
  expect(reached).not.toContain('before')
  expect(reached).not.toContain('after')
  await page.keyboard.press('Escape')
  await getPanel(page).waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.id')).toBe('before')
})

test('Tab goes through the panel in the order in which it is read', async ({ widget, model }) => {
  const page = await widget.show({ body: '<a href="#">Page</a>' })
  await openPanel(page)
  const panel = getPanel(page)
  model.script(says('Create a second key; a knowledge base may have any number [1].'))
  await askIn(page, QUESTION)
  await panel.locator('.next .starter').waitFor()
  await panel.getByRole('button', { name: 'New conversation' }).focus()
  const focused = `(() => {
    const { activeElement } = document.querySelector('footnote-widget').shadowRoot
    return activeElement && (activeElement.ariaLabel ?? activeElement.textContent)
  })()`
  const order: unknown[] = [await page.evaluate(focused)]
  while (order.at(-1) !== null && order.length < 30) {
    await page.keyboard.press('Tab')
    order.push(await page.evaluate(focused))
  }
  expect(order).toEqual([
    'New conversation',
    'Use in your AI tool',
    'Close',
    'Ask',
    'Source 1: Keys and source groups, Rotate and revoke',
    'Keys and source groups',
    'Copy answer',
    'Copy link to this question',
    'Yes, it helped',
    'No, it did not help',
    'What is a sync awaiting confirmation?',
    'Ask a follow-up…',
    'Powered by Footnote1',
    // Out of the panel, which is no trap.
    null,
  ])
})

test('a screen reader hears at most three things about an answer', async ({ widget, model }) => {
  model.script(says(ANSWER))
  const page = await widget.show()
  await openPanel(page)
  await page.evaluate(`
    window.heard = []
    const region = document.querySelector('footnote-widget').shadowRoot.querySelector('.spoken')
    new MutationObserver(() => region.textContent && heard.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true })`)
  await askIn(page, QUESTION)
  await getPanel(page).locator('.notes').waitFor()
  const heard = await page.evaluate<string[]>('window.heard')
  expect(heard.length).toBeLessThanOrEqual(3)
  expect(heard.at(-1)).toBe(
    'Answer ready, 2 sources. Create a second key; a knowledge base may have any number.',
  )
})

test('it works under the strictest policy, without a report', async ({
  widget,
  model,
  service,
  site,
}) => {
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-abc'",
    `connect-src ${service.baseUrl}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-uri /reports',
  ].join('; ')
  model.script(says(ANSWER))
  site.posts.length = 0
  const page = await widget.show({
    headers: { 'content-security-policy': policy },
    nonce: 'abc',
    attributes: { 'data-language': 'de', 'data-accent': '#7a3e6b' },
  })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).locator('.code .t-str').waitFor()
  await getPanel(page).locator('a.chip').first().hover()
  await getPanel(page).locator('.preview').waitFor()
  await page.locator('footnote-widget .launcher').click()
  await getPanel(page).waitFor({ state: 'detached' })
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
  expect(site.posts).toEqual([])
})

/** What pages do to every element, by accident or not. */
const HOSTILE = {
  'a reset of everything': 'html { font-size: 62.5% } * { all: unset; font-size: 40px !important }',
  'text that is inherited': `* { color: red !important; letter-spacing: 3px !important;
    word-spacing: 9px !important; font-style: italic !important; text-indent: 30px !important;
    text-transform: uppercase !important; white-space: pre !important; cursor: none !important }`,
  'what is drawn, and where': `body * { z-index: 2147483647; transform: rotate(3deg) !important;
    visibility: hidden !important; opacity: 0.5 !important; filter: blur(2px) !important }
    div, button, p { display: none !important }`,
}

test('hostile styles of the page leave the panel and the button as they are', async ({
  widget,
  model,
}) => {
  const draw = async (css: string): Promise<Buffer> => {
    model.script(says(ANSWER))
    const page = await widget.show({ head: `<style>${css}</style>`, body: '<p>Text</p>' })
    await page.evaluate('Footnote.open()')
    await getPanel(page).waitFor()
    await askIn(page, QUESTION)
    await getPanel(page).locator('.code .t-str').waitFor()
    await page.evaluate(`document.activeElement?.shadowRoot?.activeElement?.blur()`)
    const { x, y } = (await getPanel(page).boundingBox()) ?? NOWHERE
    // Down to the corner of the window, with the button below the panel.
    const clip = { x, y, width: 1280 - x, height: 900 - y }
    return page.screenshot({ clip, caret: 'hide' })
  }
  const untouched = await draw('')
  const comparing = await widget.show()
  for (const [what, css] of Object.entries(HOSTILE)) {
    const pictures = [untouched, await draw(css)]
    expect(await shareOfDifferentPixels(comparing, pictures), what).toBeLessThan(0.001)
  }
})

/** What no text may become in the panel. */
const ACTIVE =
  'script, iframe, img, svg:not(.icon, .mark), object, embed, style, [style], form:not(.comment)'

test('3,000 injections run nothing, fetch nothing and link nowhere else', async ({ widget }) => {
  const page = await widget.show()
  const outside: string[] = []
  const allowed = await page.evaluate<string>('location.origin')
  const service = new URL(await page.evaluate<string>(`document.querySelector('script[src]').src`))
    .origin
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== allowed && origin !== service) outside.push(request.url())
  })
  page.on('dialog', (dialog) => {
    outside.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  const batches = injections(3000, 60)
  let batch: string[] = []
  const cited = `${allowed}/cited`
  // The service would take most of this out. Here the widget alone has to hold.
  await answerWith(page, () => {
    const citation = (index: number, text: string) => ({
      index,
      title: text,
      url: index === 1 ? cited : text,
      document_id: 'd',
      chunk_id: 'c',
      heading_path: [text],
      excerpt: text,
    })
    const citations = [citation(1, batch[0] ?? ''), citation(2, batch[1] ?? '')]
    return [
      { citations, done: false },
      { delta: `${batch.join('\n\n')} [1] [2]`, done: false },
      { done: true, covered: true, citations, powered_by: '', powered_by_url: '' },
    ]
  })
  let starters = batches.flat()
  await page.route('**/suggested-questions?*', (route) =>
    route.fulfill({ json: { questions: starters } }),
  )
  const open = async () => {
    await page.evaluate(`window.executed = 0; window.alert = () => { window.executed += 1 }`)
    await page.evaluate('Footnote.open()')
    await getPanel(page).waitFor()
  }
  await open()
  await expect.poll(() => getPanel(page).locator('.starter').count()).toBe(3000)
  expect(await getPanel(page).locator('.body a[href]').count()).toBe(0)
  expect(await getPanel(page).locator('.body').locator(ACTIVE).count()).toBe(0)
  expect(await page.evaluate('window.executed')).toBe(0)
  starters = []
  await page.reload()
  await page.locator('footnote-widget .launcher').waitFor()
  await open()
  let drawn = 0
  for (batch of batches) {
    const [productName, disclaimer, greeting] = batch
    const options = { productName, disclaimer, texts: { greeting } }
    await page.evaluate(`Footnote.update(${JSON.stringify(options)})`)
    await page.evaluate('Footnote.ask("Next?")')
    await getPanel(page).locator('.turn:last-child .actions').waitFor()
    const links = await getPanel(page)
      .locator('.body a[href]')
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
    const foreign = links.filter(
      (href) => href !== cited && href !== URL.parse(batch[1]?.trim() ?? '')?.href,
    )
    expect(foreign).toEqual([])
    expect(await getPanel(page).locator('.body').locator(ACTIVE).count()).toBe(0)
    await getPanel(page).getByRole('button', { name: 'New conversation' }).click()
    drawn += batch.length
  }
  expect(drawn).toBe(3000)
  expect(await page.evaluate('window.executed')).toBe(0)
  expect(outside).toEqual([])
})
