import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answerWith } from '../support/browser/chat-frames.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, openPanel, getPanel, QUESTION } from '../support/browser/widget-page.ts'

const { verifies } = widgetTests()

const ANSWER = 'Create a second key; a knowledge base may have any number [1].'

/** What the page sends to paths that end like this, from now on. */
function sentTo(page: Page, path: string): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    const isMeant = new URL(request.url()).pathname.endsWith(path)
    if (isMeant && request.method() !== 'OPTIONS') sent.push(request)
  })
  return sent
}

verifies(
  ['client.thread-id.sent-back', 'client.widget-id.sent-with-each-follow-up'],
  async ({ widget, model, service, docs, site }) => {
    const saved = await service.admin.widgets.create(docs.knowledgeBaseId, {
      name: 'Docs',
      allowed_origins: [site.origin],
    })
    const page = await widget.show({ attributes: { 'data-widget-id': saved.id } })
    const questions = sentTo(page, '/chat')
    await openPanel(page)
    for (const question of [QUESTION, 'And what of a key that was revoked?']) {
      model.script(says(ANSWER))
      await askIn(page, question)
      await getPanel(page).locator('.turn:last-child .actions').waitFor()
    }
    const [first, second] = questions.map((request) => request.postDataJSON())
    expect(first).toMatchObject({ widget_id: saved.id })
    expect(first).not.toHaveProperty('thread_id')
    const { messages } = await service.admin.messages.list(docs.knowledgeBaseId, { limit: 1 })
    expect(second).toMatchObject({ widget_id: saved.id, thread_id: messages[0]?.thread_id })
  },
)

verifies('client.marker.points-at-its-citation', async ({ widget }) => {
  const page = await widget.show()
  const citation = (index: number) => ({
    index,
    title: `Page ${index}`,
    url: `https://docs.acme.example/${index}`,
    document_id: `d${index}`,
    chunk_id: `c${index}`,
    heading_path: [],
    excerpt: '',
  })
  // Not in the order of their place: the index decides.
  const citations = [citation(3), citation(1), citation(2)]
  await answerWith(page, () => [
    { citations, done: false },
    { delta: 'Two [2], one [1], three [3], and none [4].', done: false },
    { done: true, covered: true, citations, powered_by: '', powered_by_url: '' },
  ])
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).locator('.actions').waitFor()
  const chips = getPanel(page).locator('.answer a.chip')
  expect(await chips.allTextContents()).toEqual(['2', '1', '3'])
  const addresses = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('href')))
  expect(addresses).toEqual([2, 1, 3].map((index) => `https://docs.acme.example/${index}`))
})

verifies('client.rating.rates-the-message', async ({ widget, model, service, docs }) => {
  const page = await widget.show()
  const ratings = sentTo(page, '/feedback')
  model.script(says(ANSWER))
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).getByRole('button', { name: 'Yes, it helped' }).click()
  await getPanel(page).getByText('Thank you.').waitFor()
  const { messages } = await service.admin.messages.list(docs.knowledgeBaseId, { limit: 1 })
  expect(ratings.map((request) => request.postDataJSON())).toEqual([
    { message_id: messages[0]?.id, rating: 'up' },
  ])
})

verifies('captcha.client.no-token-where-none-needed', async ({ widget, model }) => {
  const page = await widget.show()
  await page.route('**/widget-config', async (route) => {
    const response = await route.fetch()
    const change = { captcha_required: true, recaptcha_site_key: 'site' }
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })
  await page.evaluate(`Footnote.update({ captchaToken: async (action) => 'token for ' + action })`)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/v1/public/') || request.method() === 'OPTIONS') return
    const token = request.headers()['x-recaptcha-token'] ?? 'no token'
    calls.push(`${request.method()} ${pathname.split('/')[4]} ${token}`)
  })
  await openPanel(page)
  await expect.poll(() => getPanel(page).locator('.title').textContent()).toBe('Acme docs')
  model.script(says(ANSWER))
  await askIn(page, QUESTION)
  const helped = getPanel(page).getByRole('button', { name: 'Yes, it helped' })
  await helped.click()
  await getPanel(page).getByText('Thank you.').waitFor()
  await helped.click()
  await getPanel(page).getByText('Did this help?').waitFor()
  await expect
    .poll(() => calls.filter((call) => call.includes('feedback')))
    .toEqual(['POST feedback token for feedback', 'DELETE feedback no token'])
  const others = calls.filter((call) => !call.includes('feedback'))
  expect(new Set(others)).toEqual(
    new Set(['GET knowledge-bases no token', 'POST knowledge-bases token for chat']),
  )
})
