import { expect } from 'vitest'
import { enrol } from '../../acceptance/support/authenticator.ts'
import { joinAs, PASSWORD, sendAs } from '../../acceptance/support/people.ts'
import { confirm } from '../../support/browser/confirm.ts'
import { axeFaults, buildPath, signInAs } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { test } from '../../support/sign-in/sign-in-tests.ts'
import { readRows } from '../../support/store/services.ts'

test('a passkey is added, signs in without a code, and is removed', async ({
  service,
  database,
  knowledge,
  mail,
  browser,
}) => {
  const email = 'ada@example.com'
  const person = await joinAs(service, knowledge.workspaceId, 'editor', { email, mail })
  const other = await joinAs(service, knowledge.workspaceId, 'editor', { mail })
  const page = await (await browser.newContext()).newPage()
  const authenticator = await page.context().newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  const { authenticatorId } = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${service.baseUrl}/console${buildPath(knowledge)}/account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await signInAs(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  const password = page.getByRole('dialog').getByLabel('Current password')
  await password.fill('not the password')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('alert').getByText('The password is wrong.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await password.fill(PASSWORD)
  const names = () =>
    readRows(database, `select name from accounts.passkeys where user_id = '${person.id}'`)
  // What begins it is stored until the passkey is made; its entry in the audit log stays.
  const begun = () =>
    readRows(
      database,
      `select id from audit_events where action = 'passkey.begin' and actor = '${email}'`,
    )
  const next = page.getByRole('button', { name: 'Next' })
  await presses(
    page,
    'passkey-dialogs.tsx passkeys.begin',
    () => presses(page, 'passkey-dialogs.tsx passkeys.create', next, names),
    begun,
  )
  await page.getByText('Passkey added').waitFor()
  expect(await names()).toEqual([{ name: 'Laptop' }])
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  const rename = page.getByRole('button', { name: 'Save' })
  expect(await presses(page, 'passkey-dialogs.tsx passkeys.rename', rename, names)).toEqual([
    { name: 'Old laptop' },
  ])
  await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor()
  expect(await axeFaults(page)).toEqual([])

  const listed = await sendAs(service, person, '/api/v1/admin/me/passkeys')
  const { passkeys } = listed.body as { passkeys: { id: string }[] }
  const path = `/api/v1/admin/me/passkeys/${passkeys[0]?.id}`
  expect((await sendAs(service, other, path, { method: 'DELETE' })).status).toBe(404)
  expect(
    (await sendAs(service, other, path, { method: 'PATCH', json: { name: 'Mine' } })).status,
  ).toBe(404)

  await enrol(service, person)
  const signOut = async () => {
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await signOut()
  await byPasskey.waitFor()
  const sessions = () =>
    readRows(database, `select id from accounts.sessions where user_id = '${person.id}'`)
  const before = await sessions()
  const challenges = () => readRows(database, 'select id from accounts.verifications')
  // Signing in takes the challenge away, so it waits until the challenge was seen.
  const seen = Promise.withResolvers<void>()
  const use = '**/api/v1/admin/session/passkey/use'
  await page.route(use, async (route) => {
    await seen.promise
    await route.continue()
  })
  const enter = async () => {
    await presses(page, 'session.ts passkeys.beginSignIn', byPasskey, challenges)
    seen.resolve()
  }
  const after = await presses(page, 'session.ts passkeys.signIn', enter, sessions)
  expect(after).toHaveLength(before.length + 1)
  await page.unroute(use)
  await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor()

  // A page that does not let the device ask who it is.
  await signOut()
  const begin = '**/api/v1/admin/session/passkey'
  await page.route(begin, async (route) => {
    const response = await route.fetch()
    const options = (await response.json()) as object
    await route.fulfill({ response, json: { ...options, userVerification: 'discouraged' } })
  })
  await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await byPasskey.click()
  await page.getByRole('alert').getByText('does not sign in here').waitFor()
  await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.unroute(begin)

  await service.admin.sso.put(knowledge.workspaceId, {
    issuer: 'https://id.example.com',
    client_id: 'footnote',
    domains: ['example.com'],
    enforced: true,
  })
  await byPasskey.click()
  await page.getByRole('alert').getByText('use single sign-on').waitFor()
  await service.admin.sso.delete(knowledge.workspaceId)

  await byPasskey.click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  const remove = () => confirm(page, 'Remove')
  expect(await presses(page, 'passkey-dialogs.tsx passkeys.delete', remove, names)).toEqual([])
  await page.getByText('No passkeys yet.').waitFor()
  await signOut()
  await byPasskey.click()
  await page.getByRole('alert').getByText('does not sign in here').waitFor()
  const rows = await readRows<{ action: string }>(
    database,
    `select action from audit_events where action like 'passkey.%' and actor = '${email}'
     order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'passkey.begin',
    'passkey.create',
    'passkey.rename',
    'passkey.delete',
  ])
  await page.context().close()
})
