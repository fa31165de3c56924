import { expect } from 'vitest'
import { cuts, hangs, says } from '../fakes/model-scripts.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { answerWith } from '../support/browser/chat-frames.ts'
import {
  askIn,
  KEYS_URL,
  getLauncher,
  openPanel,
  getPanel,
  QUESTION,
  UNAUTHORIZED_URL,
} from '../support/browser/widget-page.ts'

const { test, verifies } = widgetTests()

const ANSWER =
  'Create a second key; a knowledge base may have any number [1]. Then revoke the old key [1].'

test('nothing but the loader is fetched until the reader comes near', async ({
  widget,
  service,
}) => {
  const page = await widget.show()
  await getLauncher(page).waitFor()
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(fetched.filter((name) => name.startsWith(service.baseUrl))).toEqual([
    `${service.baseUrl}/widget.js`,
  ])
  await getLauncher(page).hover()
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      ),
    )
    .toContain('/widget/panel-')
})

test('a question is answered with markers, sources and a rating', async ({ widget, model }) => {
  model.script(says(ANSWER))
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, QUESTION)
  await panel.locator('.notes a').first().waitFor()
  expect(await panel.locator('.question').textContent()).toBe(QUESTION)
  expect(await panel.locator('.answer').textContent()).toContain('may have any number.1')
  const chip = panel.locator('a.chip').first()
  expect(await chip.getAttribute('aria-label')).toBe(
    'Source 1: Keys and source groups, Rotate and revoke',
  )
  expect(await chip.getAttribute('rel')).toBe('noopener noreferrer')
  // The card has the passage, with the words of the statement marked.
  await chip.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  const preview = panel.locator('.preview')
  await preview.waitFor()
  expect(await preview.locator('mark').allTextContents()).toContain(
    'knowledge base may have any number',
  )
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })
  expect(await panel.isVisible()).toBe(true)
})

test('passages of one section are one source, with the numbers of all their markers', async ({
  widget,
}) => {
  const page = await widget.show()
  const citations = [KEYS_URL, UNAUTHORIZED_URL, KEYS_URL].map((url, index) => ({
    index: index + 1,
    title: url === KEYS_URL ? 'Keys' : 'UNAUTHORIZED (401)',
    url,
    document_id: url,
    chunk_id: `c${index + 1}`,
    heading_path: ['Rotate'],
    excerpt: `Passage ${index + 1}`,
  }))
  await answerWith(page, () => [
    { citations, done: false },
    { delta: 'Create a key [1]. It is refused [2]. Revoke the old one [3].', done: false },
    { done: true, covered: true, citations, powered_by: '', powered_by_url: '' },
  ])
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, QUESTION)
  await panel.locator('.notes').waitFor()
  expect(await panel.locator('.notes .number').allTextContents()).toEqual(['1, 3', '2'])
  expect(await panel.locator('.spoken').textContent()).toContain('2 sources')
  // Each marker keeps its number, and its own passage.
  await panel.locator('a.chip', { hasText: '3' }).hover()
  await panel.locator('.preview').getByText('Passage 3').waitFor()
})

test('an answer to a question that was mended says what was searched for', async ({ widget }) => {
  const page = await widget.show()
  const searched_for = 'How do I rotate a key?'
  await answerWith(page, () => [
    { delta: 'Create a key.', done: false },
    { done: true, covered: true, citations: [], searched_for, powered_by: '', powered_by_url: '' },
  ])
  await openPanel(page)
  await askIn(page, 'How do I roatte a key?')
  await getPanel(page).getByText(`Showing results for “${searched_for}”`).waitFor()
})

test('an answer is rated, rated anew with a reason and a comment, and the rating withdrawn', async ({
  widget,
  model,
  service,
  docs,
}) => {
  model.script(says(ANSWER))
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, 'How do I rotate a key, rated?')
  const stored = async () => {
    const { messages } = await service.admin.messages.list(docs.knowledgeBaseId, { limit: 20 })
    const { vote, reason, comment } =
      messages.find((each) => each.question.endsWith('rated?')) ?? {}
    return { vote, reason, comment }
  }
  await panel.getByRole('button', { name: 'No, it did not help' }).click()
  await expect.poll(stored).toMatchObject({ vote: 'down' })
  const field = panel.getByRole('textbox', { name: 'What was missing or wrong?' })
  await field.waitFor()
  expect(await field.evaluate((element) => element.matches(':focus'))).toBe(true)
  const submit = panel.locator('.comment').getByRole('button', { name: 'Send' })
  expect(await submit.isDisabled()).toBe(true)
  const reason = panel.getByRole('button', { name: 'Incomplete' })
  await reason.click()
  expect(await reason.getAttribute('aria-pressed')).toBe('true')
  await field.fill('Too short')
  await submit.click()
  await expect
    .poll(stored)
    .toMatchObject({ vote: 'down', reason: 'incomplete', comment: 'Too short' })
  await panel.getByText('Thank you.').waitFor()
  await panel.getByRole('button', { name: 'No, it did not help' }).click()
  await expect.poll(stored).toMatchObject({ vote: null })
})

test('Stop keeps what was written, and the question can be asked again', async ({
  widget,
  model,
}) => {
  model.script(hangs('Create a second key ', 'first '), says(ANSWER))
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, QUESTION)
  await panel.getByText('Create a second key').waitFor()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await panel.getByText('Stopped').waitFor()
  expect(await panel.locator('.answer').textContent()).toContain('Create a second key')
  await panel.getByRole('button', { name: 'Ask again' }).click()
  await panel.locator('.notes').waitFor()
  expect(await panel.locator('.turn').count()).toBe(1)
})

test('a failure keeps the text, says why, and is tried again', async ({ widget, model }) => {
  model.script(cuts('Create a '), says(ANSWER))
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, QUESTION)
  const notice = panel.getByRole('alert')
  await notice.waitFor()
  expect(await notice.textContent()).toContain('Please try again soon.')
  expect(await panel.locator('.answer').textContent()).toContain('Create a')
  expect(await panel.locator('.request').textContent()).toMatch(/^Request [\da-f-]{36}$/)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await panel.locator('.notes').waitFor()
  expect(await notice.count()).toBe(0)
})

test('an uncovered question gets the sentence and pages that come close', async ({ widget }) => {
  const page = await widget.show({ attributes: { 'data-support-url': 'https://help.example/' } })
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, 'zebra quantum aardvark?')
  await panel.getByRole('link', { name: 'Contact support' }).waitFor()
  expect(await panel.locator('a.chip').count()).toBe(0)
  expect(await panel.locator('.turn .notes .number:not(.arrow)').count()).toBe(0)
})

test('the conversation is there after a reload, and an answer cut off can be tried again', async ({
  widget,
  model,
}) => {
  const followUp = 'How fast is a revoked key refused?'
  // A follow-up asks the model twice: to rewrite the question, then to answer it.
  model.script(says(ANSWER), says(followUp), hangs('Within ', 'five '))
  model.script(says(followUp), says('Within 5 seconds [1].'))
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, QUESTION)
  await panel.locator('.notes').waitFor()
  await askIn(page, followUp)
  await panel.getByText('Within five').waitFor()
  await page.reload()
  await openPanel(page)
  await panel.getByText('Your earlier conversation.').waitFor()
  expect(await panel.locator('.question').allTextContents()).toEqual([QUESTION, followUp])
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.locator('.answer').getByText('Within 5 seconds').waitFor()
  // The service was told which conversation it belongs to.
  expect(model.requests.at(-1)?.messages.length).toBeGreaterThan(1)
  await panel.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => panel.locator('.turn').count()).toBe(0)
  await page.reload()
  await openPanel(page)
  expect(await panel.locator('.turn').count()).toBe(0)
})

test('a question asked offline is sent once the network is back', async ({ widget, model }) => {
  model.script(says(ANSWER))
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await panel.locator('.starter').first().waitFor()
  await page.context().setOffline(true)
  await askIn(page, QUESTION)
  await panel.getByText('Waiting for the network').waitFor()
  await page.context().setOffline(false)
  await panel.locator('.notes').waitFor()
})

test('Enter of an input method sends nothing; a page’s shortcuts stay silent', async ({
  widget,
}) => {
  const page = await widget.show({
    head: `<script>window.keys = []; document.addEventListener('keydown', (event) => window.keys.push(event.key))</script>`,
  })
  await openPanel(page)
  const composer = getPanel(page).locator('.composer textarea')
  await composer.pressSequentially('sk')
  await page.evaluate(`document.querySelector('footnote-widget').shadowRoot
    .querySelector('.composer textarea').dispatchEvent(new KeyboardEvent('keydown', {
      key: 'Enter', isComposing: true, bubbles: true, cancelable: true, composed: true,
    }))`)
  expect(await getPanel(page).locator('.turn').count()).toBe(0)
  expect(await page.evaluate('window.keys')).toEqual([])
  await composer.press('Shift+Enter')
  expect(await composer.inputValue()).toBe('sk\n')
})

test('Esc closes, and focus goes back to where it was', async ({ widget }) => {
  const page = await widget.show({ body: '<button id="other">Other</button>' })
  await getLauncher(page).waitFor()
  await page.locator('#other').focus()
  await page.keyboard.press('Control+k')
  const panel = getPanel(page)
  await panel.waitFor()
  await expect
    .poll(() => panel.locator('.composer textarea').evaluate((field) => field.matches(':focus')))
    .toBe(true)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.id')).toBe('other')
})

test('a deep link fills the question in, and sends it only where the page says so', async ({
  widget,
  model,
}) => {
  const hash = `#ask=${encodeURIComponent(QUESTION)}`
  const page = await widget.show({ hash })
  const panel = getPanel(page)
  await expect.poll(() => panel.locator('.composer textarea').inputValue()).toBe(QUESTION)
  expect(await panel.locator('.turn').count()).toBe(0)
  model.script(says(ANSWER))
  const sending = await widget.show({ hash, attributes: { 'data-deep-link': 'send' } })
  await getPanel(sending).locator('.notes').waitFor()
})

test('pages drive the widget from JavaScript', async ({ widget, model }) => {
  model.script(says(ANSWER))
  const page = await widget.show({
    head: `<script>window.told = []; for (const name of ['open', 'ask', 'answer', 'close', 'rate']) document.addEventListener('footnote:' + name, (event) => window.told.push([event.type, JSON.stringify(event.detail)]))</script>`,
  })
  await getLauncher(page).waitFor()
  await page.evaluate(`Footnote.ask(${JSON.stringify(QUESTION)})`)
  await getPanel(page).locator('.notes').waitFor()
  await page.evaluate(`Footnote.update({ productName: 'Renamed', language: 'de' })`)
  await getPanel(page).getByText('Renamed').first().waitFor()
  await getPanel(page).getByPlaceholder('Weiterfragen…').waitFor()
  await page.evaluate('Footnote.close()')
  await getPanel(page).waitFor({ state: 'detached' })
  const told = await page.evaluate<[string, string][]>('window.told')
  expect(told.map(([type]) => type)).toEqual([
    'footnote:open',
    'footnote:ask',
    'footnote:answer',
    'footnote:close',
  ])
  expect(JSON.stringify(told)).not.toContain('rotate')
  await page.evaluate('Footnote.destroy()')
  expect(await page.locator('footnote-widget').count()).toBe(0)
})

verifies('client.refusal.shows-error-message', async ({ widget }) => {
  const page = await widget.show({ attributes: { 'data-client-key': 'fnp_00_wrong' } })
  await openPanel(page)
  await askIn(page, QUESTION)
  const notice = getPanel(page).getByRole('alert')
  await notice.waitFor()
  expect(await notice.textContent()).toContain('A valid key is needed.')
  expect(await getPanel(page).locator('.composer textarea').isDisabled()).toBe(true)
})
