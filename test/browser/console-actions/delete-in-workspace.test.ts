import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from '../../acceptance/support/people.ts'
import { confirm } from '../../support/browser/confirm.ts'
import { buildPath, sharedConsoleTests, signInAs } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import type { Service } from '../../support/service.ts'
import { readRows } from '../../support/store/services.ts'

const test = sharedConsoleTests()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function join(
  { admin }: Service,
  workspaceId: string,
  name: string,
  role: 'owner' | 'viewer',
) {
  // Others use the service too.
  const email = `${name.toLowerCase()}-${workspaceId}@example.com`
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
  const { page, faults } = await console.open(`${buildPath(knowledge)}/people`, {
    isSignedOut: true,
  })
  await signInAs(page, ada.email, PASSWORD)
  const where = `where workspace_id = '${workspaceId}'`

  const invitations = () => readRows(database, `select email from invitations ${where}`)
  const withdraw = page.getByRole('button', { name: 'Withdraw kim@example.com' })
  expect(await presses(page, 'invitations.tsx invitations.revoke', withdraw, invitations)).toEqual(
    [],
  )
  await page.getByText('Invitation withdrawn').waitFor()
  await page.getByRole('button', { name: 'Remove Grace' }).click()
  const members = () => readRows(database, `select person_id from members ${where}`)
  const remove = () => confirm(page, 'Remove')
  expect(await presses(page, 'member-dialogs.tsx members.remove', remove, members)).toEqual([
    { person_id: ada.id },
  ])
  await page.getByText('Grace removed').waitFor()

  await page.goto(`${service.baseUrl}/console${buildPath(knowledge)}/account`)
  await button(page, 'Create token').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Docs build')
  const tokens = () => readRows(database, `select name from access_tokens ${where}`)
  const create = () => confirm(page, 'Create')
  expect(await presses(page, 'create-token.tsx accessTokens.create', create, tokens)).toEqual([
    { name: 'Docs build' },
  ])
  await button(page, 'I have copied it').click()
  await page.getByRole('button', { name: 'Revoke Docs build' }).click()
  const revoke = () => confirm(page, 'Revoke')
  expect(await presses(page, 'access-tokens.tsx accessTokens.revoke', revoke, tokens)).toEqual([])
  await page.getByText('Token revoked').waitFor()

  const sessions = () =>
    readRows(database, `select id from accounts.sessions where user_id = '${ada.id}'`)
  // One accepted the invitation, one is this page.
  expect(await sessions()).toHaveLength(2)
  const end = page.getByRole('button', { name: 'End the session of' }).first()
  expect(await presses(page, 'sessions.tsx account.revokeSession', end, sessions)).toHaveLength(1)
  await page.getByText('Session ended').waitFor()
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
  const { page, faults } = await console.open(`${buildPath(knowledge)}/webhooks/${webhook.id}`)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  const rotate = () => confirm(page, 'Rotate secret')
  const [after] = await presses(page, 'webhook-actions.tsx webhooks.rotateSecret', rotate, rows)
  await button(page, 'I have copied it').click()
  expect(after?.secret).not.toEqual(before?.secret)
  expect(after?.previous_secret).toEqual(before?.secret)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = () => confirm(page, 'Delete')
  const left = await presses(page, 'webhook-actions.tsx webhooks.delete', remove, rows)
  expect(left.map(({ id }) => id)).toEqual([other.id])
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
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
  const { page, faults } = await console.open(`${buildPath(knowledge)}/retention`)
  await page.getByLabel('Reader', { exact: true }).fill('reader-7')
  await button(page, 'Count conversations').click()
  await button(page, 'Erase').click()
  const erase = () => confirm(page, 'Erase', 'reader-7')
  expect(await presses(page, 'erase-reader.tsx askers.erase', erase, askers)).toEqual([
    { asker: 'reader-8' },
  ])
  await page.getByText('Reader erased').waitFor()

  const workspaces = () =>
    readRows(
      database,
      `select retention, thread_retention_days, redact, asker_storage, audit_retention_days
       from workspaces where id = '${knowledge.workspaceId}'`,
    )
  const settings = {
    thread_retention_days: 30,
    redact: ['email', 'phone'],
    asker_storage: 'hashed',
    audit_retention_days: 400,
  }
  await page.getByLabel('Delete idle conversations after (days)').fill('30')
  await page.getByLabel('Email addresses').check()
  await page.getByLabel('Phone numbers').check()
  await page.getByLabel('Stored as').selectOption('hashed')
  await page.getByLabel('Delete audit log entries after (days)').fill('400')
  const save = button(page, 'Save')
  expect(await presses(page, 'retention.tsx workspaces.change', save, workspaces)).toEqual([
    { retention: 'standard', ...settings },
  ])
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await askers()).toHaveLength(1)
  await page.getByLabel('Stored data').selectOption('zero')
  await save.click()
  const store = () => confirm(page, 'Erase and stop storing', 'Docs')
  expect(await presses(page, 'retention.tsx workspaces.change', store, workspaces)).toEqual([
    { retention: 'zero', ...settings },
  ])
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(askers).toEqual([])
  expect(faults).toEqual([])
})
