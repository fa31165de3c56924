import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../acceptance/support/people.ts'
import { consoleTests, buildPath, setupPath, signInAs } from '../support/browser/console.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'

const test = consoleTests(MANY_ATTEMPTS)

const EMAIL = 'ada@example.com'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function expectSkipLinkFirst(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await expect.poll(() => page.getByText('Loading').count()).toBe(0)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  const hasFocus = () => skip.evaluate((each) => each === each.ownerDocument.activeElement)
  expect(await hasFocus(), `${heading}: the first Tab reaches the skip link`).toBe(true)
}

test('the first owner finds themselves under People, and the first Tab skips the navigation', async ({
  console,
  service,
  database,
}) => {
  const { page, faults } = await console.open(setupPath(service), { isSignedOut: true })
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New knowledge base' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Acme docs')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

  await page.reload()
  await expectSkipLinkFirst(page, 'Overview')
  await page.getByRole('button', { name: 'Workspace', exact: true }).click()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  const ada = page.getByRole('row').filter({ hasText: EMAIL })
  await ada.getByText('You', { exact: true }).waitFor()
  await ada.getByText('Owner', { exact: true }).last().waitFor()
  const members = await readRows(
    database,
    `select p.email, m.role from members m join accounts.people p on p.id = m.person_id`,
  )
  expect(members).toEqual([{ email: EMAIL, role: 'owner' }])

  // Made with the admin token, so nobody is its member.
  const other = await createKnowledge(service, 'Other docs')
  await page.goto(`${service.baseUrl}/console${buildPath(other)}/people`)
  await ada.getByText('Owner of the installation').last().waitFor()
  await expectSkipLinkFirst(page, 'People')
  const source = await service.admin.sources.create(other.knowledgeBaseId, {
    name: 'Handbook',
    settings: { type: 'files', base_url: 'https://files.acme.example/' },
    sync: false,
  })
  await page.goto(`${service.baseUrl}/console${buildPath(other)}/sources/${source.id}`)
  await expectSkipLinkFirst(page, 'Handbook')

  await page.getByRole('button', { name: 'Ada' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signInAs(page, EMAIL, 'not the password at all')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toBe('The email address or the password is wrong.')
  await signInAs(page, EMAIL, PASSWORD)
  await expectSkipLinkFirst(page, 'Handbook')
  expect(faults).toEqual([])
})

test('sources that are not named have names of their own', async ({
  console,
  database,
  knowledge,
}) => {
  const { page, faults } = await console.open(`${buildPath(knowledge)}/sources`)
  for (const address of ['a/', 'b', 'a']) {
    await page.getByRole('navigation').getByRole('link', { name: 'Sources' }).click()
    await button(page, 'Connect a source').first().click()
    await page.getByLabel('Type').selectOption('Files')
    await page.getByLabel('Base URL for files').fill(`https://files.acme.example/${address}`)
    await button(page, 'Create').click()
    await page.getByRole('heading', { level: 1, name: /^files\.acme\.example/ }).waitFor()
  }
  const rows = await readRows<{ name: string }>(
    database,
    `select name from sources
     where knowledge_base_id = '${knowledge.knowledgeBaseId}' and type = 'files' order by id`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'files.acme.example/a',
    'files.acme.example/b',
    'files.acme.example/a (2)',
  ])
  expect(faults).toEqual([])
})
