import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import { offerContact } from '../support/store/contact-webhook.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, getPanel, openPanel, QUESTION } from '../support/browser/widget-page.ts'
import { violationsInBothThemes } from './support/axe.ts'

const { test: base } = widgetTests()

const UNCOVERED = 'What is the capital of France?'
const ASK = { name: 'Ask a person', exact: true }

const test = base.extend(
  'taking',
  { scope: 'file', auto: true },
  async ({ service, docs, database }) => {
    await offerContact(service, database.ownerUrl, docs)
  },
)
const verifies = makeVerifies(test)

verifies('client.contact', async ({ widget, docs, database }) => {
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, UNCOVERED)
  await panel.getByRole('button', ASK).click()
  const form = panel.getByRole('form', ASK)
  const name = form.getByRole('textbox', { name: 'Your name' })
  await name.waitFor()
  expect(await name.evaluate((element) => element.matches(':focus'))).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await form.locator('.sent-turn').getByText(UNCOVERED).waitFor()
  await name.fill('Ada')
  await form.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.net')
  const send = form.getByRole('button', { name: 'Send message' })
  // The browser asks for consent before anything is sent.
  await send.click()
  const rows = () =>
    readRows(
      database,
      `select name, email, message, message_id is not null as has_answer, page_url
       from contact_requests where knowledge_base_id = '${docs.knowledgeBaseId}'`,
    )
  expect(await rows()).toEqual([])
  await form.getByRole('checkbox').check()
  // What could not be sent stays, and is sent again.
  await page.route('**/contact', (route) => route.abort(), { times: 1 })
  await send.click()
  await form.getByText('Your message could not be sent.').waitFor()
  await send.click()
  await panel
    .getByText('Your message is on its way. The answer comes to ada@example.net.')
    .waitFor()
  expect(await rows()).toEqual([
    {
      name: 'Ada',
      email: 'ada@example.net',
      message: UNCOVERED,
      has_answer: true,
      page_url: new URL(page.url()).origin + new URL(page.url()).pathname,
    },
  ])
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('it is offered below a bad rating, and can be closed', async ({ widget, model }) => {
  model.script(says('Create a second key; a knowledge base may have any number [1].'))
  const page = await widget.show()
  await openPanel(page)
  const panel = getPanel(page)
  await askIn(page, QUESTION)
  await panel.locator('.notes').waitFor()
  const ask = panel.getByRole('button', ASK)
  expect(await ask.count()).toBe(0)
  await panel.getByRole('button', { name: 'No, it did not help' }).click()
  await ask.click()
  const form = panel.getByRole('form', ASK)
  await form.getByText(/^\[1\] Keys and source groups: https:/).waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await ask.waitFor()
  expect(await form.count()).toBe(0)
})

test('a page can do without it, and so can a knowledge base', async ({ widget, service, docs }) => {
  const ask = async (attributes: Record<string, string>) => {
    const page = await widget.show({ attributes })
    await openPanel(page)
    await askIn(page, UNCOVERED)
    await getPanel(page).locator('.actions').waitFor()
    return getPanel(page).getByRole('button', ASK).count()
  }
  expect(await ask({})).toBe(1)
  expect(await ask({ 'data-contact': 'false' })).toBe(0)
  await service.admin.knowledgeBases.change(docs.knowledgeBaseId, { contact: null })
  expect(await ask({})).toBe(0)
})
