import { STREAM_FAILURES } from '@footnote/contract/errors'
import type { StreamFailureCode } from '@footnote/contract/errors'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { texts as german } from '../../widget/src/texts/de.ts'
import { hangs, says } from '../fakes/model-scripts.ts'
import { answerWith } from '../support/browser/chat-frames.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, openPanel, getPanel, QUESTION } from '../support/browser/widget-page.ts'
import { violationsInBothThemes } from './support/axe.ts'

const { test, verifies } = widgetTests()

const ANSWER = 'Create a second key; a knowledge base may have any number [1].'

const getComposer = (page: Page) => getPanel(page).locator('.composer textarea')
const buttonsIn = (page: Page) => getPanel(page).locator('.turn .button').allTextContents()

/** What the reader is offered. */
const OFFERS: Readonly<Record<StreamFailureCode, string[]>> = {
  quota_exceeded: ['Search the docs instead'],
  misconfigured: ['Search the docs instead'],
  rate_limited: ['Try again'],
  timeout: ['Try again'],
  unavailable: ['Try again'],
  internal: ['Try again'],
  content_filtered: ['Try again', 'Ask differently'],
  truncated: ['Try again', 'Ask differently'],
  cancelled: ['Ask again'],
}

const EVERY_FRAME = 'every error frame keeps the text, says why, and offers what helps'

verifies('client.error-frame.another-try-when-retryable', EVERY_FRAME, async ({ widget }) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  let frames: object[] = []
  const checked = new Set<string>()
  await answerWith(page, () => frames)
  const codes = Object.keys(STREAM_FAILURES) as StreamFailureCode[]
  for (const code of codes) {
    const { message, ...failure } = STREAM_FAILURES[code]
    frames = [
      { delta: 'Part of the answer.', done: false },
      { error: message, error_code: code, request_id: `request-${code}`, ...failure },
    ]
    await askIn(page, QUESTION)
    await panel.locator('.turn .button').first().waitFor()
    expect(await panel.locator('.answer').textContent(), code).toBe('Part of the answer.')
    expect(await buttonsIn(page), code).toEqual(OFFERS[code])
    expect(
      OFFERS[code].some((offer) => offer.endsWith('again')),
      code,
    ).toBe(failure.retryable)
    const isStopped = code === 'cancelled'
    const turn = await panel.locator('.turn').textContent()
    expect(turn, code).toContain(isStopped ? 'Stopped' : message)
    expect(await panel.getByRole('alert').count(), code).toBe(isStopped ? 0 : 1)
    const requests = await panel.locator('.request').allTextContents()
    expect(requests, code).toEqual(isStopped ? [] : [`Request request-${code}`])
    expect(await getComposer(page).isEnabled(), code).toBe(true)
    // Once for each way it looks.
    const offer = OFFERS[code].join()
    const found = checked.has(offer) ? [] : await violationsInBothThemes(page)
    expect(found, code).toEqual([])
    checked.add(offer)
    await panel.getByRole('button', { name: 'New conversation' }).click()
  }
})

test('a reader of another language is told why in that language', async ({ widget }) => {
  const page = await widget.show({ attributes: { 'data-language': 'de' } })
  const { message, ...failure } = STREAM_FAILURES.timeout
  await answerWith(page, () => [
    { error: message, error_code: 'timeout', request_id: 'r', ...failure },
  ])
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page)
    .getByText(german.errors['TIMEOUT'] ?? '')
    .waitFor()
})

test('“Ask differently” puts the question back into the composer', async ({ widget }) => {
  const page = await widget.show()
  const { message, ...failure } = STREAM_FAILURES.truncated
  await answerWith(page, () => [
    { error: message, error_code: 'truncated', request_id: 'r', ...failure },
  ])
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).getByRole('button', { name: 'Ask differently' }).click()
  await expect.poll(() => getComposer(page).inputValue()).toBe(QUESTION)
  expect(await getComposer(page).evaluate((field) => field.matches(':focus'))).toBe(true)
})

test('429 counts down to when the service takes questions, and keeps the text', async ({
  widget,
  model,
}) => {
  const page = await widget.show()
  const now = new Date('2026-01-15T10:00:00Z').getTime()
  await page.clock.setFixedTime(now)
  await page.route('**/chat', (route) =>
    route.fulfill({
      status: 429,
      headers: {
        'retry-after': '12',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Retry-After',
      },
      json: { error: 'Too many requests.', code: 'RATE_LIMITED', request_id: 'r', retryable: true },
    }),
  )
  await openPanel(page)
  await askIn(page, QUESTION)
  const notice = getPanel(page).getByRole('alert')
  await notice.getByText('You can ask again in 12 s.').waitFor()
  expect(await getComposer(page).inputValue()).toBe(QUESTION)
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.clock.setFixedTime(now + 7_000)
  await notice.getByText('You can ask again in 5 s.').waitFor()
  await page.clock.setFixedTime(now + 12_000)
  await notice.getByText('You can ask again now.').waitFor()
  await page.unroute('**/chat')
  model.script(says(ANSWER))
  await getComposer(page).press('Enter')
  await getPanel(page).locator('.notes').waitFor()
  // The refused question gave way to the one that was answered.
  expect(await getPanel(page).locator('.turn').count()).toBe(1)
})

test('when the allowance is used up, the reader is offered the search', async ({
  widget,
  service,
  docs,
}) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await service.admin.workspaces.change(docs.workspaceId, { monthly_question_allowance: 0 })
  try {
    await askIn(page, QUESTION)
    await panel.getByText('No more questions can be answered at the moment.').waitFor()
    await panel.getByRole('button', { name: 'Search the docs instead' }).click()
    expect(await panel.getByRole('combobox').inputValue()).toBe(QUESTION)
    await panel.getByRole('option', { name: 'Keys and source groups' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.getByText('No more questions can be answered at the moment.').waitFor()
    expect(await getComposer(page).isEnabled()).toBe(true)
  } finally {
    await service.admin.workspaces.change(docs.workspaceId, { monthly_question_allowance: 1_000 })
  }
})

test('a conversation that the service no longer has starts anew, and says so', async ({
  widget,
  model,
  docs,
}) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  model.script(says(ANSWER))
  await askIn(page, QUESTION)
  await panel.locator('.notes').waitFor()
  const key = `footnote:turns:${docs.knowledgeBaseId}:`
  await expect.poll(() => page.evaluate(`sessionStorage.getItem('${key}')`)).toContain('threadId')
  await page.evaluate(`sessionStorage.setItem('${key}',
    sessionStorage.getItem('${key}').replace(/"threadId":"[^"]+"/, '"threadId":"01a1e159-54ca-7491-a0a0-b20bd49512bd"'))`)
  await page.reload()
  await openPanel(page)
  model.script(says('Within 5 seconds [1].'))
  await askIn(page, 'How fast is a revoked key refused?')
  await panel.getByText('The earlier conversation has ended. This is a new one.').waitFor()
  await panel.locator('.answer').getByText('Within 5 seconds').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('an answer that breaks off keeps its text, and is tried again', async ({ widget, model }) => {
  const page = await widget.show()
  await answerWith(page, () => [{ delta: 'Part of the answer.', done: false }])
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).getByText('The connection was lost. Please try again.').waitFor()
  expect(await getPanel(page).locator('.answer').textContent()).toBe('Part of the answer.')
  await page.unroute('**/chat')
  model.script(says(ANSWER))
  await getPanel(page).getByRole('button', { name: 'Try again' }).click()
  await getPanel(page).locator('.notes').waitFor()
  expect(await getPanel(page).getByRole('alert').count()).toBe(0)
})

test('whatever comes instead of an answer, the reader sees a sentence without an address', async ({
  widget,
  service,
}) => {
  const page = await widget.show()
  await openPanel(page)
  const { host } = new URL(service.baseUrl)
  const replies: Readonly<Record<string, (route: Route) => Promise<void>>> = {
    'the connection ends': (route) => route.abort('connectionreset'),
    'a proxy answers': (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    'a page comes': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hello</h1>' }),
    'a frame is cut': (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'data: {"delta": \n\n' }),
  }
  for (const [what, reply] of Object.entries(replies)) {
    await page.route('**/chat', reply)
    await askIn(page, QUESTION)
    const notice = getPanel(page).getByRole('alert')
    await notice.waitFor()
    const text = await getPanel(page).locator('.turn').textContent()
    expect(text, what).toContain('The connection was lost. Please try again.')
    expect(text, what).not.toMatch(/:\/\/|status/)
    expect(text, what).not.toContain(host)
    await page.unroute('**/chat')
    await getPanel(page).getByRole('button', { name: 'New conversation' }).click()
  }
})

test('a refused key blocks this page only: after a reload the reader may ask again', async ({
  widget,
}) => {
  const page = await widget.show({ attributes: { 'data-client-key': 'fnp_00_wrong' } })
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).getByText('A valid key is needed.').waitFor()
  expect(await getComposer(page).isDisabled()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.reload()
  await openPanel(page)
  expect(await getComposer(page).isEnabled()).toBe(true)
  expect(await getPanel(page).locator('.turn').count()).toBe(0)
})

test('axe finds nothing while the reader waits, after a reload, or when nothing is covered', async ({
  widget,
  model,
}) => {
  const page = await widget.show({ attributes: { 'data-support-url': 'https://help.example/' } })
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, 'zebra quantum aardvark?')
  await panel.getByRole('link', { name: 'Contact support' }).waitFor()
  expect(await violationsInBothThemes(page), 'not covered').toEqual([])
  await panel.getByRole('button', { name: 'New conversation' }).click()
  model.script(hangs())
  await askIn(page, QUESTION)
  await panel.getByText('Reading 2 passages on 2 pages').waitFor()
  expect(await violationsInBothThemes(page), 'loading').toEqual([])
  await page.reload()
  await openPanel(page)
  await panel.getByText('Your earlier conversation.').waitFor()
  await panel.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await violationsInBothThemes(page), 'interrupted').toEqual([])
})
