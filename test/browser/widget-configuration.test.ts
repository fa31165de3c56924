import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { createPublicKey } from '../support/knowledge.ts'
import { widgetTests } from '../support/browser/widget.ts'
import {
  askIn,
  getLauncher,
  openPanel,
  getPanel,
  QUESTION,
} from '../support/browser/widget-page.ts'

const { test, verifies } = widgetTests()

const ANSWER = 'Create a second key; a knowledge base may have any number [1].'

/** The configuration as the service gives it, with some of it changed on its way. */
const withConfig = (page: Page, change: Readonly<Record<string, unknown>>) =>
  page.route('**/widget-config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })

const title = (page: Page) => getPanel(page).locator('.title').textContent()

verifies('client.header.knowledge-base-name', async ({ widget }) => {
  const page = await widget.show()
  await openPanel(page)
  await expect.poll(() => title(page)).toBe('Acme docs')
})

verifies('client.header.product-name', async ({ widget }) => {
  const page = await widget.show({ attributes: { 'data-product-name': 'Rocket' } })
  await openPanel(page)
  await expect.poll(() => title(page)).toBe('Rocket')
})

verifies('client.branding.stays-when-not-allowed', async ({ widget }) => {
  const page = await widget.show({ attributes: { 'data-hide-branding': '' } })
  await withConfig(page, { hide_branding_allowed: false })
  await openPanel(page)
  await expect.poll(() => title(page)).toBe('Acme docs')
  expect(await getPanel(page).getByText('Powered by Footnote').isVisible()).toBe(true)
})

verifies('client.branding.hidden-when-allowed', async ({ widget }) => {
  const page = await widget.show({ attributes: { 'data-hide-branding': '' } })
  await withConfig(page, { hide_branding_allowed: true })
  await openPanel(page)
  await expect.poll(() => getPanel(page).getByText('Powered by Footnote').count()).toBe(0)
})

verifies('client.mcp-menu.follows-mcp-available', async ({ widget }) => {
  for (const isAvailable of [true, false]) {
    const page = await widget.show()
    await withConfig(page, { mcp_available: isAvailable })
    await openPanel(page)
    await expect.poll(() => title(page)).toBe('Acme docs')
    const button = getPanel(page).getByRole('button', { name: 'Use in your AI tool' })
    expect(await button.count()).toBe(isAvailable ? 1 : 0)
  }
})

verifies('client.mcp-menu.default-address', async ({ widget, service, docs }) => {
  const page = await widget.show()
  await withConfig(page, { mcp_available: true, mcp_url: undefined, mcp_oauth: undefined })
  await openPanel(page)
  await getPanel(page).getByRole('button', { name: 'Use in your AI tool' }).click()
  const steps = getPanel(page).locator('.tool-code')
  await steps.first().waitFor()
  const texts = await steps.allTextContents()
  expect(texts).toContain(`${service.baseUrl}/mcp`)
  expect(texts).toContain(
    `claude mcp add --transport http acme-docs ${service.baseUrl}/mcp --header "X-Client-Key: ${docs.clientKey}"`,
  )
})

verifies('client.mcp-menu.no-key-with-oauth', async ({ widget, docs }) => {
  const page = await widget.show()
  await withConfig(page, {
    mcp_available: true,
    mcp_url: 'https://mcp.example/sign-in',
    mcp_oauth: true,
  })
  await openPanel(page)
  await getPanel(page).getByRole('button', { name: 'Use in your AI tool' }).click()
  await getPanel(page).getByText('https://mcp.example/sign-in').first().waitFor()
  const links = await getPanel(page)
    .locator('.tools a')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href')))
  const shown = decodeURIComponent(
    `${await getPanel(page).locator('.tools').textContent()}${links.join(' ')}`,
  )
  expect(shown).not.toContain(docs.clientKey)
  expect(shown).not.toContain(Buffer.from(docs.clientKey).toString('base64').slice(0, 12))
})

verifies('client.starter-questions.empty-shows-nothing', async ({ widget }) => {
  const page = await widget.show()
  await page.route('**/suggested-questions?*', (route) =>
    route.fulfill({ json: { questions: [] } }),
  )
  const answered = page.waitForResponse('**/suggested-questions?*')
  await openPanel(page)
  await answered
  await expect.poll(() => title(page)).toBe('Acme docs')
  expect(await getPanel(page).locator('.starter').count()).toBe(0)
})

verifies('client.rating.hidden-without-message-id', async ({ widget, model, service, docs }) => {
  const page = await widget.show()
  await service.admin.workspaces.change(docs.workspaceId, { retention: 'zero' })
  try {
    model.script(says(ANSWER))
    await openPanel(page)
    await askIn(page, QUESTION)
    await getPanel(page).locator('.notes').waitFor()
    expect(await getPanel(page).getByRole('button', { name: 'Copy answer' }).count()).toBe(1)
    expect(await getPanel(page).getByRole('button', { name: 'Yes, it helped' }).count()).toBe(0)
    // And nothing of it is kept in the browser.
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('rotate')
  } finally {
    await service.admin.workspaces.change(docs.workspaceId, { retention: 'standard' })
  }
})

verifies('captcha.client.fresh-token-each-request', async ({ widget, model }) => {
  const page = await widget.show()
  await withConfig(page, { captcha_required: true, recaptcha_site_key: 'site' })
  await page.evaluate(
    `let count = 0; Footnote.update({ captchaToken: async (action) => action + ' ' + (count += 1) })`,
  )
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    const token = request.headers()['x-recaptcha-token']
    if (token) tokens.push(token)
  })
  await openPanel(page)
  await expect.poll(() => title(page)).toBe('Acme docs')
  model.script(says(ANSWER))
  await askIn(page, QUESTION)
  await getPanel(page).getByRole('button', { name: 'Yes, it helped' }).click()
  await getPanel(page).getByText('Thank you.').waitFor()
  await expect.poll(() => tokens).toEqual(['chat 1', 'feedback 2'])
})

test('a saved widget brings its settings; attributes come before them', async ({
  widget,
  service,
  docs,
  site,
}) => {
  const saved = await service.admin.widgets.create(docs.knowledgeBaseId, {
    name: 'Docs',
    allowed_origins: [site.origin],
    config: { product_name: 'Saved', mode: 'sidebar', language: 'fr', theme: 'dark' },
  })
  const attributes = {
    'data-widget-id': saved.id,
    'data-knowledge-base-id': '',
    'data-theme': 'light',
  }
  const page = await widget.show({ attributes })
  await openPanel(page)
  await expect.poll(() => title(page)).toBe('Saved')
  expect(await getPanel(page).getAttribute('class')).toContain('sidebar')
  expect(await getLauncher(page).textContent()).toBe('Demander')
  expect(await page.locator('footnote-widget .fn').getAttribute('class')).toBe('fn')
  await service.admin.widgets.change(docs.knowledgeBaseId, saved.id, { enabled: false })
  const refused = await widget.show({ attributes })
  const said = async () => (await refused.consoleMessages()).map((message) => message.text())
  await expect.poll(said).toContainEqual(expect.stringContaining('WIDGET_DISABLED'))
  expect(await refused.locator('footnote-widget').count()).toBe(0)
})

test('a form is answered before it is sent, and the outcome told', async ({
  widget,
  model,
  service,
  docs,
  site,
}) => {
  const body = `<form id="support" method="post" action="/tickets"><input name="subject" value="Keys">
    <textarea name="text">How do I rotate a key?</textarea><button>Send</button></form>`
  const show = () => widget.show({ body, attributes: { 'data-form-selector': '#support' } })
  const outcome = async () => {
    const { messages } = await service.admin.messages.list(docs.knowledgeBaseId, { limit: 1 })
    return messages[0]?.form_outcome
  }
  // Its styles come with its listener, in one task.
  const loaded = async (page: Page) => {
    await expect
      .poll(() =>
        page.evaluate(
          `document.querySelector('footnote-widget')?.shadowRoot.adoptedStyleSheets.length`,
        ),
      )
      .toBe(2)
  }
  model.script(says(ANSWER), says(ANSWER))
  const solved = await show()
  await loaded(solved)
  await solved.locator('#support button').click()
  const dialog = solved.locator('footnote-widget dialog')
  await dialog.locator('.notes').waitFor()
  await dialog.getByRole('button', { name: 'Yes, don’t send it' }).click()
  await expect.poll(outcome).toBe('deflected')
  expect(site.posts).toEqual([])
  const sent = await show()
  await loaded(sent)
  await sent.locator('#support button').click()
  await sent.getByRole('button', { name: 'No, send my message' }).click()
  await expect.poll(() => site.posts.length).toBe(1)
  await expect.poll(outcome).toBe('submitted')
})

test('a key of another knowledge base is refused, and the page’s owner told why', async ({
  widget,
  service,
  docs,
}) => {
  const other = await createPublicKey(service.admin, docs.knowledgeBaseId)
  const page = await widget.show({
    attributes: { 'data-client-key': other, 'data-knowledge-base-id': docs.workspaceId },
  })
  const line = page.waitForEvent('console', (message) => message.type() === 'warning')
  await openPanel(page)
  expect((await line).text()).toMatch(/\/docs\/errors\/[A-Z_]+$/)
})
