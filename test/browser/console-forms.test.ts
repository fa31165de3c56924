import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFaults, buildPath, sharedConsoleTests } from '../support/browser/console.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'

const test = sharedConsoleTests()

type Shown = {
  /** Below the knowledge base. */
  readonly path: string
  /** What a person types, and where. */
  readonly typed: readonly [label: string, value: string]
  /** What somebody else saves meanwhile. */
  readonly change: () => Promise<unknown>
  /** The field that shows it, and what it shows. */
  readonly changed: readonly [label: string, value: string]
}

type World = { service: Service; knowledge: Knowledge }

const forms: Record<string, (world: World) => Promise<Shown>> = {
  limits: async ({ service: { admin }, knowledge: { workspaceId } }) => ({
    path: '/limits',
    typed: ['Alert thresholds (%)', '50'],
    change: () =>
      admin.limits.put(workspaceId, {
        monthly_question_allowance: 1234,
        daily_cost_cap: null,
        alert_at_percent: [80],
      }),
    changed: ['Questions per month', '1234'],
  }),
  prices: async ({ service: { admin }, knowledge: { workspaceId } }) => {
    const price = { input_per_million: 1, output_per_million: 2, currency: 'EUR' }
    return {
      path: '/models',
      typed: ['Currency', 'CHF'],
      change: () => admin.prices.put(workspaceId, { prices: [{ ...price, model: 'acme/small' }] }),
      changed: ['Model', 'acme/small'],
    }
  },
  'the answer model': async ({ service: { admin }, knowledge: { knowledgeBaseId } }) => {
    const model = { provider: 'openai' as const, api_key: 'sk-secret', skip_test: true }
    await admin.answerModel.put(knowledgeBaseId, { ...model, model: 'first' })
    return {
      path: '/models',
      typed: ['API key', 'sk-another'],
      change: () => admin.answerModel.put(knowledgeBaseId, { ...model, model: 'second' }),
      changed: ['Model', 'second'],
    }
  },
  'the settings of a source': async ({ service: { admin }, knowledge: { knowledgeBaseId } }) => {
    const { id } = await admin.sources.create(knowledgeBaseId, {
      name: 'Site',
      settings: { type: 'website', url: 'https://docs.acme.example/' },
      sync: false,
    })
    return {
      path: `/sources/${id}`,
      typed: ['Include paths', '/guide/**'],
      change: () => admin.sources.change(knowledgeBaseId, id, { name: 'Site of Acme' }),
      changed: ['Name', 'Site of Acme'],
    }
  },
  'who may read a page': async ({ service, knowledge: { knowledgeBaseId } }) => {
    const { admin } = service
    const { id } = await admin.groups.create(knowledgeBaseId, { name: 'Partners' })
    const url = 'https://docs.acme.example/valve'
    const [page = ''] = await putPages(service, knowledgeBaseId, [{ url, content: '# Valve' }])
    return {
      path: `/pages/${page}`,
      typed: ['Visibility', 'unlisted'],
      change: () => admin.documents.change(knowledgeBaseId, page, { group_id: id }),
      changed: ['Group', id],
    }
  },
  'the quality gate': async ({ service: { admin }, knowledge: { knowledgeBaseId } }) => {
    const { id } = await admin.questionSets.create(knowledgeBaseId, { name: 'Asked often' })
    const gate = { set_id: id, hold_syncs: true, hold_models: false }
    await admin.evaluations.putGate(knowledgeBaseId, { ...gate, thresholds: { recall: 0.5 } })
    return {
      path: '/evaluations',
      typed: ['Passed, minimum', '0.9'],
      change: () =>
        admin.evaluations.putGate(knowledgeBaseId, { ...gate, thresholds: { recall: 0.75 } }),
      changed: ['Recall, minimum', '0.75'],
    }
  },
  retention: async ({ service: { admin }, knowledge: { workspaceId } }) => ({
    path: '/retention',
    typed: ['Delete idle conversations after (days)', '30'],
    change: () => admin.workspaces.change(workspaceId, { audit_retention_days: 400 }),
    changed: ['Delete audit log entries after (days)', '400'],
  }),
  'the settings of a knowledge base': async ({ service: { admin }, knowledge }) => ({
    path: '/settings',
    typed: ['Name', 'My name'],
    change: () => admin.knowledgeBases.change(knowledge.knowledgeBaseId, { starter_mode: 'none' }),
    changed: ['Questions to show', 'none'],
  }),
  'a widget': async ({ service: { admin }, knowledge: { knowledgeBaseId } }) => {
    const { id } = await admin.widgets.create(knowledgeBaseId, { name: 'Help' })
    return {
      path: `/widgets/${id}`,
      typed: ['Text under the input', 'Typed by hand'],
      change: () => admin.widgets.change(knowledgeBaseId, id, { name: 'Help for all' }),
      changed: ['Name', 'Help for all'],
    }
  },
}

for (const [name, open] of Object.entries(forms)) {
  test(`${name}: what is typed stays while what others saved is fetched`, async ({
    console,
    service,
    knowledge,
  }) => {
    const { path, typed, change, changed } = await open({ service, knowledge })
    const { page, faults } = await console.open(buildPath(knowledge) + path)
    await enter(page, ...typed)
    await change()
    const shown = async () => {
      // As when somebody comes back to the tab. What is younger than five seconds is not fetched again.
      await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
      return field(page, changed[0]).inputValue()
    }
    await expect.poll(shown).toBe(changed[1])
    expect(await field(page, typed[0]).inputValue()).toBe(typed[1])
    expect(faults).toEqual([])
  })
}

test('a page with unsaved changes is not left unasked', async ({ console, knowledge }) => {
  const { page, faults } = await console.open(`${buildPath(knowledge)}/limits`)
  const allowance = field(page, 'Questions per month')
  await allowance.fill('500')
  await page.getByText('You have unsaved changes.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Questions' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave()
  expect(await axeFaults(page)).toEqual([])
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await asked.waitFor({ state: 'detached' })
  expect(await allowance.inputValue()).toBe('500')

  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' })
  expect(await allowance.inputValue()).not.toBe('500')

  await allowance.fill('600')
  await leave()
  await asked.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { name: 'Questions', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('who may read a page is changed, and changed back from the message that says so', async ({
  console,
  service,
  knowledge: { knowledgeBaseId, ...rest },
}) => {
  const pages = [{ url: 'https://docs.acme.example/undo', content: '# Undo' }]
  const [id = ''] = await putPages(service, knowledgeBaseId, pages)
  const visibility = async () => (await service.admin.documents.get(knowledgeBaseId, id)).visibility
  const { page, faults } = await console.open(
    `${buildPath({ knowledgeBaseId, ...rest })}/pages/${id}`,
  )
  await enter(page, 'Visibility', 'restricted')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await visibility()).toBe('restricted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  expect(await visibility()).toBe('public')
  expect(await field(page, 'Visibility').inputValue()).toBe('public')
  expect(faults).toEqual([])
})

test('a dialog begins in its first field, which says in our words what is wrong with it', async ({
  console,
  knowledge,
}) => {
  const { page, faults } = await console.open(`${buildPath(knowledge)}/people`)
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const email = page.getByLabel('Email address')
  const hasFocus = () => email.evaluate((each) => each === each.ownerDocument.activeElement)
  await expect.poll(hasFocus).toBe(true)
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Invite', exact: true })
  await submit.click()
  await dialog.getByText('Fill in this field.').waitFor()
  await expect.poll(hasFocus).toBe(true)
  expect(await axeFaults(page)).toEqual([])
  await email.fill('ada')
  expect(await dialog.getByText('Fill in this field.').count()).toBe(0)
  await submit.click()
  await dialog.getByText('Enter an email address, such as ada@example.com.').waitFor()
  expect(faults).toEqual([])
})

const field = (page: Page, label: string) =>
  page.getByRole('main').getByLabel(label, { exact: true }).first()

async function enter(page: Page, label: string, value: string): Promise<void> {
  const target = field(page, label)
  const isChoice = await target.evaluate((element) => element.tagName === 'SELECT')
  await (isChoice ? target.selectOption(value) : target.fill(value))
}
