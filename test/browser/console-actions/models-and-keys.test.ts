import { onTestFinished, expect } from 'vitest'
import { refusesKey, says } from '../../fakes/model-scripts.ts'
import { startModelServer } from '../../fakes/model-server.ts'
import {
  axeFaults,
  consoleTests,
  buildPath,
  sidewaysScroll,
} from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { readRows } from '../../support/store/services.ts'

const test = consoleTests({ ALLOW_PRIVATE_MODEL_HOSTS: 'true' })

test('a model that fails its test is not saved, and one that works is', async ({
  console,
  database,
  knowledge,
}) => {
  const model = await startModelServer()
  onTestFinished(() => model.close())
  const stored = async () => {
    const [row] = await readRows<{ answer_model: { base_url?: string } | null }>(
      database,
      `select answer_model from knowledge_bases where id = '${knowledge.knowledgeBaseId}'`,
    )
    return row?.answer_model ?? null
  }
  const { page, faults } = await console.open(`${buildPath(knowledge)}/models`)
  await page.getByLabel('Model source').selectOption('A model for this knowledge base')
  await page.getByLabel('Provider').selectOption('OpenAI-compatible server')
  await page.getByLabel('Model', { exact: true }).fill('small')
  // Nothing listens there.
  await page.getByLabel('Base URL').fill('http://127.0.0.1:2/v1')
  await page.getByRole('button', { name: 'Test and save' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('The model failed its test, so nothing was saved').waitFor()
  await alert.getByText('ECONNREFUSED').waitFor()
  expect(await page.getByText('from now on').count()).toBe(0)
  expect(await stored()).toBeNull()
  expect(await axeFaults(page)).toEqual([])

  model.answer(() => refusesKey)
  await page.getByLabel('Base URL').fill(model.url)
  await page.getByRole('button', { name: 'Test and save' }).click()
  await alert.getByText('status 401').waitFor()
  expect(await stored()).toBeNull()

  model.answer(() => says('OK'))
  const save = page.getByRole('button', { name: 'Test and save' })
  expect(await presses(page, 'answer-model-form.tsx answerModel.put', save, stored)).toMatchObject({
    base_url: model.url,
  })
  await page.getByText('The model works and now writes the answers').waitFor()
  await page.getByRole('button', { name: 'Test saved model' }).click()
  await page.getByText('openai-compatible/small works').waitFor()

  await page.getByLabel('Model source').selectOption({ index: 0 })
  const remove = page.getByRole('button', { name: 'Save', exact: true })
  expect(await presses(page, 'answer-model-form.tsx answerModel.delete', remove, stored)).toBeNull()
  expect(faults).toEqual([])
})

test('a key of a snippet is for the pages of its widget and the groups chosen, and serves every snippet', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { admin } = service
  const group = await admin.groups.create(knowledgeBaseId, { name: 'Customers' })
  await admin.groups.create(knowledgeBaseId, { name: 'Partners' })
  const origins = ['https://docs.acme.example', 'https://help.acme.example']
  const widget = await admin.widgets.create(knowledgeBaseId, {
    name: 'Help',
    allowed_origins: origins,
  })
  await admin.widgets.create(knowledgeBaseId, { name: 'Nowhere', allowed_origins: [] })
  const keys = () =>
    readRows(
      database,
      `select name, allowed_origins, array(
         select group_id from client_key_groups g where g.key_id = k.id) as group_ids
       from client_keys k where knowledge_base_id = '${knowledgeBaseId}' and name <> 'test'`,
    )
  const { page, faults } = await console.open(`${buildPath(knowledge)}/widgets/${widget.id}`)
  await page
    .getByText(`It works only on the widget’s allowed origins: ${origins.join(', ')}.`)
    .waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Customers').check()
  const make = page.getByRole('button', { name: 'Create a key for this snippet' })
  expect(await presses(page, 'use-made-key.ts keys.create', make, keys)).toEqual([
    { name: 'Help (snippet)', allowed_origins: origins, group_ids: [group.id] },
  ])
  const snippet = page.getByRole('group', { name: 'HTML', exact: true })
  await expect.poll(() => snippet.textContent()).toContain('data-client-key="fnp_')
  const key = /fnp_[\w-]+/.exec((await snippet.textContent()) ?? '')?.[0] ?? ''
  for (const kind of ['React', 'Docusaurus', 'VitePress', 'Starlight', 'MkDocs', 'Sphinx']) {
    await page.getByRole('combobox', { name: 'Snippet' }).selectOption(kind)
    await expect
      .poll(() => page.getByRole('group', { name: kind, exact: true }).textContent())
      .toContain(key)
  }
  await page.getByRole('link', { name: 'Forms', exact: true }).click()
  await page.getByText('It works on any page.').waitFor()
  await page.getByLabel('Widget').selectOption('Help')
  await expect.poll(() => snippet.textContent()).toContain(key)
  await page.getByLabel('Widget').selectOption('Nowhere')
  await page.getByText('so add one and save first').waitFor()
  expect(await make.isDisabled()).toBe(true)
  expect(await keys()).toHaveLength(1)
  for (const width of [1440, 375]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await axeFaults(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      const folder = process.env['FOOTNOTE_TEST_PICTURES']
      if (folder === undefined) continue
      await page.screenshot({ path: `${folder}/forms-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  expect(faults).toEqual([])
})
