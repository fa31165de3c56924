import { expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../acceptance/support/people.ts'
import { createKnowledge } from '../support/knowledge.ts'
import {
  axeFaults,
  consoleTests,
  buildPath,
  sidewaysScroll,
  signInAs,
} from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { readRows } from '../support/store/services.ts'

const test = consoleTests(MANY_ATTEMPTS).extend('docs', { scope: 'file' }, async ({ service }) => {
  const docs = await createKnowledge(service, 'Acme docs')
  await service.admin.groups.create(docs.knowledgeBaseId, { name: 'Customers' })
  return docs
})

test('somebody new joins by their invitation, stays signed in, and signs out', async ({
  console,
  service,
  database,
  docs,
}) => {
  const email = 'grace@example.com'
  const { token } = await service.admin.invitations.create(docs.workspaceId, {
    email,
    role: 'editor',
  })
  const { page, faults } = await console.open(`/invitation#${token}`, { isSignedOut: true })
  await page.getByRole('heading', { name: 'Join your colleagues' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Your name').fill('Grace')
  await page.getByLabel('Password').fill(PASSWORD)
  const members = () =>
    readRows(
      database,
      `select name, workspace_id, role from members m join accounts.people p on p.id = m.person_id
       where email = '${email}'`,
    )
  const join = page.getByRole('button', { name: 'Join', exact: true })
  expect(await presses(page, 'session.ts account.acceptInvitation', join, members)).toEqual([
    { name: 'Grace', workspace_id: docs.workspaceId, role: 'editor' },
  ])
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect(page.url()).not.toContain(token)
  const sessions = () =>
    readRows(
      database,
      `select s.id from accounts.sessions s join accounts.people p on p.id = s.user_id
       where email = '${email}'`,
    )
  expect(await sessions()).toHaveLength(1)
  await page.reload()
  await page.getByRole('button', { name: 'Grace' }).click()
  const leave = page.getByRole('menuitem', { name: 'Sign out' })
  expect(await presses(page, 'session.ts account.signOut', leave, sessions)).toEqual([])
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.reload()
  await signInAs(page, email, 'not her password at all')
  await page.getByRole('alert').getByText('The email address or the password is wrong.').waitFor()
  expect(await sessions()).toEqual([])
  const enter = () => signInAs(page, email, PASSWORD)
  expect(await presses(page, 'session.ts account.signIn', enter, sessions)).toHaveLength(1)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect(faults).toEqual([])
})

test('an invitation that was used up says so, and one joins with the account one has', async ({
  console,
  service,
  docs,
}) => {
  const other = await createKnowledge(service, 'Other docs')
  const email = 'joan@example.com'
  const first = await service.admin.invitations.create(docs.workspaceId, { email, role: 'viewer' })
  const second = await service.admin.invitations.create(other.workspaceId, {
    email,
    role: 'viewer',
  })
  await service.admin.account.acceptInvitation({
    token: first.token,
    name: 'Joan',
    password: PASSWORD,
  })
  const { page } = await console.open(`/invitation#${first.token}`, { isSignedOut: true })
  await page.getByLabel('Your name').fill('Joan')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('alert').getByText('This link is not valid any more.').waitFor()
  await page.goto(`${service.baseUrl}/console`)
  await signInAs(page, email, PASSWORD)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto(`${service.baseUrl}/console/invitation#${second.token}`)
  await page.getByText(`You will join as ${email}`).waitFor()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('button', { name: /^Knowledge base: / }).click()
  await page.getByRole('menuitemradio', { name: /docs/ }).first().waitFor()
  const { members } = await service.admin.members.list(other.workspaceId)
  expect(members.map((member) => member.email)).toEqual([email])
})

test('whoever may not change something is told why, and a new role shows at once', async ({
  console,
  service,
  docs,
}) => {
  const email = 'mary@example.com'
  const invited = await service.admin.invitations.create(docs.workspaceId, {
    email,
    role: 'viewer',
  })
  const { id } = await service.admin.account.acceptInvitation({
    token: invited.token,
    name: 'Mary',
    password: PASSWORD,
  })
  const { page } = await console.open(buildPath(docs), { isSignedOut: true })
  await signInAs(page, email, PASSWORD)
  for (const [name, button] of [
    ['Groups', 'Create group'],
    ['Sources', 'Connect a source'],
    ['Keys', 'Create key'],
    ['Knowledge base', 'Save'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByText('so you can view this page but not change it').waitFor()
    expect(await page.getByRole('button', { name: button }).first().isDisabled(), name).toBe(true)
    expect(await axeFaults(page), name).toEqual([])
  }
  await page.getByRole('link', { name: 'Groups' }).click()
  expect(await page.getByRole('button', { name: 'Create group' }).getAttribute('title')).toBe(
    'Needs an admin',
  )
  await page.getByRole('button', { name: /^Knowledge base: / }).click()
  await page.getByRole('menuitemradio', { name: 'Acme docs' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'New knowledge base' }).count()).toBe(0)
  await service.admin.members.change(docs.workspaceId, id, { role: 'admin' })
  await page.reload()
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByLabel('Name').fill('Partners')
  await service.admin.members.change(docs.workspaceId, id, { role: 'viewer' })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'FORBIDDEN' }).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Create', exact: true }).isDisabled())
    .toBe(true)
})

test('whoever is in no workspace is told what to do', async ({ console, service, docs }) => {
  const email = 'rosalind@example.com'
  const invited = await service.admin.invitations.create(docs.workspaceId, {
    email,
    role: 'viewer',
  })
  const { id } = await service.admin.account.acceptInvitation({
    token: invited.token,
    name: 'Rosalind',
    password: PASSWORD,
  })
  await service.admin.members.remove(docs.workspaceId, id)
  const { page } = await console.open('', { isSignedOut: true, width: 320, height: 256 })
  expect(await sidewaysScroll(page)).toBe(0)
  await signInAs(page, email, PASSWORD)
  await page.getByRole('heading', { name: 'You are not in a workspace yet' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
})
