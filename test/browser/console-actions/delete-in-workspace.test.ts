import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../../acceptance/support/people.ts'
import { confirm } from '../../support/browser/confirm.ts'
import { consoleTests, pathOf, signInAs } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import type { Service } from '../../support/service.ts'
import { readRows } from '../../support/store/services.ts'

const SECRETS_KEY = randomBytes(32).toString('base64')
const test = consoleTests({ ...MANY_ATTEMPTS, SECRETS_KEY })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function join(
  { admin }: Service,
  workspaceId: string,
  name: string,
  role: 'owner' | 'viewer',
) {
  const email = `${name.toLowerCase()}@example.com`
  const { token } = await admin.invitations.create(workspaceId, { email, role })
  const { id } = await admin.account.acceptInvitation({ token, name, password: PASSWORD })
  return { id, email }
}

test('people, invitations, tokens and sessions end', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { workspaceId } = knowledge
  const ada = await join(service, workspaceId, 'Ada', 'owner')
  await join(service, workspaceId, 'Grace', 'viewer')
  await service.admin.invitations.create(workspaceId, { email: 'kim@example.com', role: 'viewer' })
  const { page, faults } = await console.open(`${pathOf(knowledge)}/people`, { isSignedOut: true })
  await signInAs(page, ada.email, PASSWORD)
  const where = `where workspace_id = '${workspaceId}'`

  await presses(page, 'invitations.revoke', () =>
    page.getByRole('button', { name: 'Withdraw kim@example.com' }).click(),
  )
  await page.getByText('The invitation was withdrawn').waitFor()
  const open = `select email from invitations ${where}`
  expect(await readRows(database, open)).toEqual([])
  await page.getByRole('button', { name: 'Remove Grace' }).click()
  await presses(page, 'members.remove', () => confirm(page, 'Remove'))
  await page.getByText('Grace was removed').waitFor()
  expect(await readRows(database, `select person_id from members ${where}`)).toEqual([
    { person_id: ada.id },
  ])

  await page.goto(`${service.baseUrl}/console${pathOf(knowledge)}/account`)
  await button(page, 'New token').click()
  await page.getByLabel('What it is for').fill('Docs build')
  await presses(page, 'accessTokens.create', () => confirm(page, 'Create'))
  await button(page, 'I have copied it').click()
  const tokens = () => readRows(database, `select name from access_tokens ${where}`)
  expect(await tokens()).toEqual([{ name: 'Docs build' }])
  await page.getByRole('button', { name: 'Revoke Docs build' }).click()
  await presses(page, 'accessTokens.revoke', () => confirm(page, 'Revoke'))
  await page.getByText('The token was revoked').waitFor()
  expect(await tokens()).toEqual([])

  const sessions = () =>
    readRows(database, `select id from accounts.sessions where user_id = '${ada.id}'`)
  // One accepted the invitation, one is this page.
  expect(await sessions()).toHaveLength(2)
  await presses(page, 'account.revokeSession', () =>
    page.getByRole('button', { name: 'End the session of' }).first().click(),
  )
  await page.getByText('The session was ended').waitFor()
  expect(await sessions()).toHaveLength(1)
  expect(faults).toEqual([])
})

test('a webhook gets another secret, and is deleted', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { workspaceId } = knowledge
  const create = (path: string) =>
    service.admin.webhooks.create(workspaceId, {
      url: `https://hooks.example.com/${path}`,
      events: ['sync.failed'],
    })
  const webhook = await create('old')
  const other = await create('new')
  const rows = () =>
    readRows<{ id: string; secret: Buffer; previous_secret: Buffer | null }>(
      database,
      `select id, secret, previous_secret from webhooks
       where workspace_id = '${workspaceId}' order by created_at, id`,
    )
  const [before] = await rows()
  const { page, faults } = await console.open(`${pathOf(knowledge)}/webhooks/${webhook.id}`)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await presses(page, 'webhooks.rotateSecret', () => confirm(page, 'New secret'))
  await button(page, 'I have copied it').click()
  const [after] = await rows()
  expect(after?.secret).not.toEqual(before?.secret)
  expect(after?.previous_secret).toEqual(before?.secret)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await presses(page, 'webhooks.delete', () => confirm(page, 'Delete'))
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  expect((await rows()).map(({ id }) => id)).toEqual([other.id])
  expect(faults).toEqual([])
})

test('a reader is erased, and then everything that was asked', async ({
  console,
  database,
  knowledge,
}) => {
  for (const id of ['reader-7', 'reader-8']) {
    for await (const frame of knowledge.client.ask({ query: 'Keys?', user: { id } })) void frame
  }
  const where = `where knowledge_base_id = '${knowledge.knowledgeBaseId}'`
  const askers = () => readRows(database, `select asker from threads ${where} order by asker`)
  expect(await askers()).toHaveLength(2)
  const { page, faults } = await console.open(`${pathOf(knowledge)}/retention`)
  await page.getByLabel('The reader').fill('reader-7')
  await button(page, 'Count first').click()
  await button(page, 'Erase').click()
  await presses(page, 'askers.erase', () => confirm(page, 'Erase', 'reader-7'))
  await page.getByText('Everything of this reader was erased').waitFor()
  expect(await askers()).toEqual([{ asker: 'reader-8' }])

  await page.getByLabel('What is kept').selectOption('zero')
  await button(page, 'Save').click()
  await presses(page, 'workspaces.change', () => confirm(page, 'Erase and store nothing', 'Docs'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const [workspace] = await readRows<{ retention: string }>(
    database,
    `select retention from workspaces where id = '${knowledge.workspaceId}'`,
  )
  expect(workspace?.retention).toBe('zero')
  await expect.poll(askers).toEqual([])
  expect(faults).toEqual([])
})
