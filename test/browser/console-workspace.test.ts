import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../acceptance/support/people.ts'
import { confirm } from '../support/browser/confirm.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { presses } from '../support/browser/pressing.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import {
  axeFaults,
  consoleTests,
  buildPath,
  sidewaysScroll,
  signInAs,
} from '../support/browser/console.ts'

const test = consoleTests(MANY_ATTEMPTS).extend('docs', { scope: 'file' }, ({ service }) =>
  createKnowledge(service, 'Acme docs'),
)

async function join(service: Service, workspaceId: string, name: string, role: 'admin' | 'viewer') {
  const email = `${name.toLowerCase()}@example.com`
  const { token } = await service.admin.invitations.create(workspaceId, { email, role })
  const { id } = await service.admin.account.acceptInvitation({ token, name, password: PASSWORD })
  return { id, email }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an admin invites, changes and removes people', async ({
  console,
  service,
  database,
  docs,
}) => {
  const { email } = await join(service, docs.workspaceId, 'Ada', 'admin')
  const grace = await join(service, docs.workspaceId, 'Grace', 'viewer')
  const { page, faults } = await console.open(`${buildPath(docs)}/people`, { isSignedOut: true })
  await signInAs(page, email, PASSWORD)
  await page.getByText('You', { exact: true }).waitFor()
  expect(await axeFaults(page)).toEqual([])

  await button(page, 'Invite someone').click()
  await page.getByLabel('Email address').fill('kim@example.com')
  await page.getByLabel('Role').selectOption('Editor')
  expect(await page.getByLabel('Role').locator('option').allTextContents()).toEqual([
    'Viewer',
    'Editor',
    'Admin',
  ])
  const where = `where workspace_id = '${docs.workspaceId}'`
  const invitations = () => readRows(database, `select email, role from invitations ${where}`)
  const invite = button(page, 'Invite')
  expect(await presses(page, 'invite-dialog.tsx invitations.create', invite, invitations)).toEqual([
    { email: 'kim@example.com', role: 'editor' },
  ])
  const link = await page.getByRole('group', { name: 'Invitation link' }).textContent()
  expect(link).toContain(`${service.baseUrl}/console/invitation#${docs.workspaceId}.`)
  expect(await axeFaults(page)).toEqual([])
  await button(page, 'Done').click()
  await page.getByRole('cell', { name: 'kim@example.com', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Withdraw kim@example.com' }).click()
  await page.getByText('Invitation withdrawn').waitFor()
  expect(await invitations()).toEqual([])

  await page.getByRole('button', { name: 'Edit Grace' }).click()
  await page.getByLabel('Role in the workspace').selectOption('Editor')
  await page.getByLabel('Acme docs', { exact: true }).selectOption('Viewer')
  expect(await axeFaults(page)).toEqual([])
  const roles = () =>
    readRows(
      database,
      `select m.role, b.role as in_base from members m
       left join knowledge_base_roles b using (workspace_id, person_id)
       ${where} and person_id = '${grace.id}'`,
    )
  const save = button(page, 'Save')
  expect(await presses(page, 'member-dialogs.tsx members.change', save, roles)).toEqual([
    { role: 'editor', in_base: 'viewer' },
  ])
  await page.getByText('different role in 1 knowledge base').waitFor()
  await page.getByRole('button', { name: 'Remove Grace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Grace removed').waitFor()
  expect(faults).toEqual([])
})

test('the audit log is filtered, opened and exported', async ({ console, service, docs }) => {
  const { email } = await join(service, docs.workspaceId, 'Joan', 'admin')
  await service.admin.knowledgeBases.change(docs.knowledgeBaseId, { name: 'Renamed docs' })
  const { page, faults } = await console.open(`${buildPath(docs)}/audit`, { isSignedOut: true })
  await signInAs(page, email, PASSWORD)
  const renamed = page.getByRole('button', { name: 'Changed the knowledge base “Renamed docs”' })
  await renamed.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('cell', { name: 'Renamed docs' }).waitFor()
  await dialog.getByText('127.0.0.1').waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(page.url()).toContain('open=')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByLabel('Who').fill(email)
  await button(page, 'Search').click()
  await expect.poll(() => renamed.count()).toBe(0)
  await page.getByRole('button', { name: 'Accepted an invitation' }).waitFor()
  expect(page.url()).toContain('actor=')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const stream = await (await download).createReadStream()
  const csv = await text(stream)
  expect(csv).toContain('invitation.accept')
  expect(csv).not.toContain('knowledge_base.change')

  await page.getByLabel('Who').fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('No entries match').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await renamed.waitFor()
  expect(faults).toEqual([])
})

/** RFC 6238, as an authenticator has it. */
function totp(secret: string, now = Date.now()): string {
  const bits = Array.from(secret)
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('sessions, access tokens, the password and the second factor are one’s own to change', async ({
  console,
  service,
  database,
  docs,
}) => {
  const { id, email } = await join(service, docs.workspaceId, 'Mary', 'admin')
  const path = `${buildPath(docs)}/account`
  const { page: other } = await console.open(path, { isSignedOut: true })
  await signInAs(other, email, PASSWORD)
  await other.getByRole('heading', { name: 'Sign-in and security' }).waitFor()
  const { page, faults } = await console.open(path, { isSignedOut: true })
  await signInAs(page, email, PASSWORD)
  await page.getByText('This session').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'End the session of Chrome on Linux' }).first().click()
  await page.getByText('Session ended').waitFor()
  // One of the two others accepted the invitation, and one is the other page.
  await page.getByRole('button', { name: 'End the session of' }).first().click()
  await expect.poll(() => page.getByRole('button', { name: 'End the session of' }).count()).toBe(0)
  await other.reload()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()

  await button(page, 'Create token').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Docs build')
  await button(page, 'Create').click()
  const token = await page.getByRole('group', { name: 'Access token', exact: true }).textContent()
  expect(token).toMatch(/^fnt_/)
  await button(page, 'I have copied it').click()
  await page.getByRole('button', { name: 'Revoke Docs build' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Token revoked').waitFor()

  const changed = 'another correct horse battery'
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill(changed)
  const passwords = () =>
    readRows(database, `select password from accounts.credentials where user_id = '${id}'`)
  const change = button(page, 'Change password')
  await presses(page, 'change-password.tsx account.changePassword', change, passwords)
  await page.getByText('Password changed, other sessions ended').waitFor()

  await button(page, 'Turn on').click()
  await page.getByRole('dialog').getByLabel('Current password').fill(changed)
  const factors = () =>
    readRows<{ verified: boolean; backup_codes: string }>(
      database,
      `select verified, backup_codes from accounts.second_factors where user_id = '${id}'`,
    )
  const next = button(page, 'Next')
  expect(
    await presses(page, 'turn-on-two-factor.tsx twoFactor.begin', next, factors),
  ).toMatchObject([{ verified: false }])
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret =
    (await page.getByRole('group', { name: 'Or enter this secret' }).textContent()) ?? ''
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  const turnOn = page.getByRole('dialog').getByRole('button', { name: 'Turn on' })
  expect(
    await presses(page, 'turn-on-two-factor.tsx twoFactor.confirm', turnOn, factors),
  ).toMatchObject([{ verified: true }])
  const codes = await page.getByRole('group', { name: 'Recovery codes' }).textContent()
  await button(page, 'I have saved them').click()
  await page.getByText('10 recovery codes are left').waitFor()

  await page.getByRole('button', { name: 'Mary' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInAs(page, email, changed)
  await page.getByLabel('Code from your authenticator app').fill(codes?.split('\n')[0] ?? '')
  expect(await axeFaults(page)).toEqual([])
  const sessions = () =>
    readRows(database, `select id from accounts.sessions where user_id = '${id}'`)
  expect(await sessions()).toEqual([])
  const enter = button(page, 'Sign in')
  expect(await presses(page, 'session.ts account.confirmSignIn', enter, sessions)).toHaveLength(1)
  await page.getByText('9 recovery codes are left').waitFor()

  const [used] = await factors()
  await button(page, 'Replace recovery codes').click()
  await page.getByRole('dialog').getByLabel('Current password').fill(changed)
  const [replaced] = await presses(
    page,
    'two-factor-dialogs.tsx twoFactor.replaceRecoveryCodes',
    () => confirm(page, 'Replace recovery codes'),
    factors,
  )
  await button(page, 'I have saved them').click()
  await page.getByText('10 recovery codes are left').waitFor()
  expect(replaced?.verified).toBe(true)
  expect(replaced?.backup_codes).not.toBe(used?.backup_codes)
  await button(page, 'Turn off').click()
  await page.getByRole('dialog').getByLabel('Current password').fill(changed)
  const turnOff = () => confirm(page, 'Turn off')
  expect(await presses(page, 'two-factor-dialogs.tsx twoFactor.turnOff', turnOff, factors)).toEqual(
    [],
  )
  await page.getByText('Two-factor authentication is off').waitFor()
  expect(faults).toEqual([])
})

test('pages of the workspace are closed to viewers, and reflow at 400 %', async ({
  console,
  service,
  docs,
}) => {
  const { email } = await join(service, docs.workspaceId, 'Rosalind', 'viewer')
  const size = { width: 320, height: 256 }
  const { page } = await console.open(`${buildPath(docs)}/people`, { ...size, isSignedOut: true })
  await signInAs(page, email, PASSWORD)
  await page.getByText('You do not have access').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Workspace', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Retention' }).waitFor()
  expect(await page.getByRole('dialog').getByRole('link', { name: 'People' }).count()).toBe(0)

  const { page: admin } = await console.open(`${buildPath(docs)}/people`, size)
  for (const [view, shown] of [
    ['people', 'rosalind@example.com'],
    ['audit', 'invitation.create'],
    ['account', 'You are signed in with the admin token'],
  ] as const) {
    await admin.evaluate(
      `history.pushState({}, '', '/console${buildPath(docs)}/${view}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await admin.getByText(shown).first().waitFor()
    expect(await sidewaysScroll(admin), view).toBe(0)
    expect(await axeFaults(admin), view).toEqual([])
  }
})
