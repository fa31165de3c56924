import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { putPages } from '../support/knowledge.ts'
import { widgetTests } from '../support/browser/widget.ts'
import { askIn, getPanel, openPanel } from '../support/browser/widget-page.ts'

const { test } = widgetTests()

const url = (version: string) => `https://docs.acme.example/${version}/tides`

test('the widget asks about the version of its page, and shows that of sources that differ', async ({
  widget,
  model,
  service,
  docs,
}) => {
  await putPages(
    service,
    docs.knowledgeBaseId,
    ['1.28', '1.30'].map((version) => ({
      url: url(version),
      title: 'Tides',
      content: `# Tides\n\nThe tide of the harbour is high in the morning.`,
      labels: { version },
    })),
  )
  model.answer(() => says('The tide is high in the morning [1].'))
  const page = await widget.show({ attributes: { 'data-filter-version': '1.28' } })
  await openPanel(page)
  const sources = getPanel(page).locator('.sources').last()
  const ask = async (question: string) => {
    const sent = page.waitForRequest((request) => request.url().endsWith('/chat'))
    await askIn(page, question)
    return (await sent).postDataJSON() as { default_filter?: object }
  }
  const body = await ask('When is the tide of the harbour high?')
  expect(body.default_filter).toEqual({ version: ['1.28'] })
  await sources.getByRole('link', { name: 'Tides' }).waitFor()
  expect(await sources.locator('.hint').textContent()).not.toContain('1.28')

  await ask('When is the tide of the harbour high in 1.30?')
  await expect.poll(() => sources.locator('.hint').textContent()).toContain('1.30')
})
