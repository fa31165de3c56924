import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, getPanel, openPanel, QUESTION } from '../support/browser/widget-page.ts'

const { test } = widgetTests()

const ANSWER = 'Create a second key; a knowledge base may have any number [1].'

/** No signer vouches for the token here: what is sent is looked at. */
test('a token of the page’s own login goes with each request, and a fresh one with each', async ({
  widget,
  model,
}) => {
  model.answer(() => says(ANSWER))
  const page = await widget.show()
  const sent: (string | undefined)[] = []
  await page.route('**/chat', async (route) => {
    const headers = route.request().headers()
    sent.push(headers['x-reader-token'])
    delete headers['x-reader-token']
    await route.continue({ headers })
  })
  await page.evaluate(
    `let count = 0; Footnote.update({ getReaderToken: async () => 'token ' + (count += 1) })`,
  )
  await page.route('**/{widget-config,suggested-questions,feedback}', async (route) => {
    const headers = route.request().headers()
    delete headers['x-reader-token']
    await route.continue({ headers })
  })
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).getByText('Answer ready').waitFor({ state: 'attached' })
  await page.evaluate(`Footnote.update({ getReaderToken: () => null })`)
  await askIn(page, 'And how do I delete one?')
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[0]).toMatch(/^token \d$/)
  expect(sent[1]).toBeUndefined()
})

test('a token that is refused can be tried again with another', async ({ widget, model }) => {
  model.answer(() => says(ANSWER))
  const page = await widget.show()
  await openPanel(page)
  await page.evaluate(`Footnote.update({ getReaderToken: () => 'none' })`)
  await askIn(page, QUESTION)
  const panel = getPanel(page)
  await panel.getByText('The reader token is not a signed JWT.').waitFor()
  await page.evaluate(`Footnote.update({ getReaderToken: () => null })`)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('Create a second key').first().waitFor()
})

test('each user of a tab has a conversation of their own', async ({ widget, model }) => {
  model.answer(() => says(ANSWER))
  const page = await widget.show({ attributes: { 'data-user-id': 'ada' } })
  await openPanel(page)
  await askIn(page, QUESTION)
  await getPanel(page).getByText('Create a second key').first().waitFor()
  const keys = await page.evaluate(() => Object.keys(sessionStorage))
  expect(keys).toEqual([expect.stringMatching(/^footnote:turns:.*:ada$/)])
})
