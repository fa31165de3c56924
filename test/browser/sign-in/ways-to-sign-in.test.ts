import { expect } from 'vitest'
import { enrol } from '../../acceptance/support/authenticator.ts'
import { joinAs, PASSWORD } from '../../acceptance/support/people.ts'
import { confirm } from '../../support/browser/confirm.ts'
import { axeFaults, buildPath, signIn, signInAs } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { test } from '../../support/sign-in/sign-in-tests.ts'
import { readRows } from '../../support/store/services.ts'

test('the page of a mailed link asks for the code and leads to the console', async ({
  service,
  knowledge,
  mail,
  browser,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'editor', { mail })
  const { recoveryCodes } = await enrol(service, person)
  await service.admin.account.sendSignInLink({ email: person.email })
  await expect.poll(() => mail.messages).toHaveLength(2)
  const link = /http:\S+/.exec(mail.messages[1]?.text ?? '')?.[0] ?? ''
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(link)
  const code = page.getByLabel('Code from your authenticator app, or a recovery code')
  expect(await code.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await code.fill(recoveryCodes[0] ?? '')
  expect(faults).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${service.baseUrl}/console**`)
  const me = await page.evaluate(async () => (await fetch('/api/v1/admin/me')).json())
  expect(me).toMatchObject({ person: { email: person.email } })
  // Used up: the page says so, and stays.
  const again = await (await browser.newContext()).newPage()
  await again.goto(link)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.getByText('This link is not valid any more.').waitFor()
  await page.context().close()
  await again.context().close()
})

test('an owner sets up single sign-on, and people sign in there or by a mailed link', async ({
  service,
  database,
  knowledge,
  mail,
  provider,
  browser,
}) => {
  const email = 'kim@example.com'
  await joinAs(service, knowledge.workspaceId, 'viewer', { email, mail })
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(`${service.baseUrl}/console${buildPath(knowledge)}/sign-in`)
  expect(await owner.getByRole('button', { name: 'single sign-on' }).count()).toBe(0)
  await signIn(owner)
  await owner.getByLabel('Issuer').fill(provider.issuer)
  await owner.getByLabel('Client ID').fill(provider.clientId)
  await owner.getByLabel('Client secret').fill(provider.clientSecret)
  await owner.getByRole('textbox', { name: 'Domains' }).fill('example.org')
  expect(await axeFaults(owner)).toEqual([])
  const save = owner.getByRole('button', { name: 'Save', exact: true })
  const settings = () =>
    readRows(
      database,
      `select issuer, client_id, enforced, array(
         select domain from accounts.sso_domains d where d.workspace_id = s.workspace_id) as domains
       from sso_settings s where workspace_id = '${knowledge.workspaceId}'`,
    )
  const saved = { issuer: provider.issuer, client_id: provider.clientId, domains: ['example.org'] }
  expect(await presses(owner, 'sso-form.tsx sso.put', save, settings)).toEqual([
    { ...saved, enforced: false },
  ])
  await owner.getByRole('button', { name: 'Test saved provider' }).click()
  await owner.getByText('The provider responds').waitFor()
  expect(await axeFaults(owner)).toEqual([])

  const page = await (await browser.newContext()).newPage()
  await page.goto(`${service.baseUrl}/console`)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  // The address comes first: nothing was sent.
  expect(await page.getByLabel('Email address').evaluate((field) => field.matches(':focus'))).toBe(
    true,
  )
  await page.getByLabel('Email address').fill(email)
  expect(await axeFaults(page)).toEqual([])
  const mails = () => readRows(database, 'select email_digest, full_at from accounts.sign_in_mails')
  const sendLink = page.getByRole('button', { name: 'Email me a link' })
  await presses(page, 'session.ts account.sendSignInLink', sendLink, mails)
  await page.getByText(`If ${email} has an account`).waitFor()
  await expect.poll(() => mail.messages.at(-1)).toMatchObject({ to: [email] })
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have opened the link' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await page.getByLabel('Email address').fill('kim@example.org')
  const attempts = () => readRows(database, 'select state_digest from accounts.sso_attempts')
  const leave = page.getByRole('button', { name: 'Sign in with single sign-on' })
  await presses(page, 'session.ts account.beginSsoSignIn', leave, attempts)
  await page.locator('input[name="login"]').fill('kim')
  await page.locator('input[name="password"]').fill('any')
  await page.getByRole('button').click()
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.getByRole('button', { name: /kim@example\.org/ }).waitFor()
  const signedIn = await readRows(
    database,
    `select email from accounts.sessions s join accounts.people p on p.id = s.user_id
     where email = 'kim@example.org'`,
  )
  expect(signedIn).toEqual([{ email: 'kim@example.org' }])

  await owner.getByLabel('Require single sign-on').check()
  await save.click()
  await owner.getByText('at example.org can sign in only with this provider').waitFor()
  expect(await axeFaults(owner)).toEqual([])
  const enforce = () => confirm(owner, 'Require')
  expect(await presses(owner, 'sso-form.tsx sso.put', enforce, settings)).toEqual([
    { ...saved, enforced: true },
  ])
  await owner.getByText('Saved', { exact: true }).waitFor()
  await owner.getByRole('button', { name: 'Remove single sign-on' }).click()
  const remove = () => confirm(owner, 'Remove single sign-on')
  expect(await presses(owner, 'sso-state.tsx sso.delete', remove, settings)).toEqual([])
  await owner.getByText('Single sign-on removed').waitFor()
  await owner.context().close()
  await page.context().close()
})

test('a forgotten password is replaced, and an admin resets a lost second factor', async ({
  service,
  database,
  knowledge,
  mail,
  browser,
}) => {
  const email = 'lost@example.com'
  const person = await joinAs(service, knowledge.workspaceId, 'viewer', { email, mail })
  await enrol(service, person)
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${service.baseUrl}/console`)
  await page.getByLabel('Email address').fill(email)
  const mails = () => readRows(database, 'select email_digest, full_at from accounts.sign_in_mails')
  const forgotten = page.getByRole('button', { name: 'Forgot your password?' })
  await presses(page, 'session.ts account.sendPasswordReset', forgotten, mails)
  await page.getByText(`If ${email} has an account`).waitFor()
  const find = () => mail.messages.findLast(({ to }) => to.includes(email))?.text ?? ''
  await expect.poll(find).toContain('/console/new-password#')
  await page.goto(/http:\S+/.exec(find())?.[0] ?? '')
  await page.getByLabel('New password').fill('a new password of theirs')
  expect(await axeFaults(page)).toEqual([])
  const passwords = () =>
    readRows(database, `select password from accounts.credentials where user_id = '${person.id}'`)
  const set = page.getByRole('button', { name: 'Set password' })
  await presses(page, 'session.ts account.resetPassword', set, passwords)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInAs(page, email, 'a new password of theirs')
  await page.getByLabel('Code from your authenticator app').waitFor()

  const owner = await (await browser.newContext()).newPage()
  await owner.goto(`${service.baseUrl}/console${buildPath(knowledge)}/people`)
  await signIn(owner)
  await owner.getByRole('button', { name: 'Reset two-factor' }).click()
  expect(await axeFaults(owner)).toEqual([])
  const factors = () =>
    readRows(
      database,
      `select verified from accounts.second_factors where user_id = '${person.id}'`,
    )
  expect(await factors()).toEqual([{ verified: true }])
  const reset = () => confirm(owner, 'Reset')
  expect(
    await presses(owner, 'member-dialogs.tsx members.resetSecondFactor', reset, factors),
  ).toEqual([])
  await owner.getByText('now signs in without a code').waitFor()
  await page.goto(`${service.baseUrl}/console`)
  await signInAs(page, email, 'a new password of theirs')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await owner.context().close()
  await page.context().close()
})

test('the weekly digest is previewed, sent at once, turned on and turned off', async ({
  service,
  database,
  knowledge,
  mail,
  browser,
}) => {
  const email = 'grace@example.com'
  const person = await joinAs(service, knowledge.workspaceId, 'viewer', { email, mail })
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${service.baseUrl}/console${buildPath(knowledge)}/account`)
  await signInAs(page, email, PASSWORD)
  await page.getByText('Not subscribed').waitFor()
  expect(await axeFaults(page)).toEqual([])
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /^Preview of the digest/ }).click(),
  ])
  await preview.getByText('Nobody asked anything').waitFor()
  const sent = () =>
    readRows(
      database,
      `select id from audit_events where action = 'digest.send' and actor = '${email}'`,
    )
  const send = page.getByRole('button', { name: /^Send me one now/ })
  await presses(page, 'digests.tsx digests.send', send, sent)
  await page.getByText('Last week’s digest is on its way').waitFor()
  expect(mail.messages.at(-1)).toMatchObject({
    to: [email],
    text: expect.stringContaining('List-Unsubscribe:'),
  })
  const box = page.getByRole('checkbox')
  const subscriptions = () =>
    readRows(
      database,
      `select workspace_id from digest_subscriptions where person_id = '${person.id}'`,
    )
  expect(await presses(page, 'digests.tsx digests.put', box, subscriptions)).toEqual([
    { workspace_id: knowledge.workspaceId },
  ])
  await page.getByText(/^Next on/).waitFor()
  expect(await presses(page, 'digests.tsx digests.put', box, subscriptions)).toEqual([])
  await page.getByText('Not subscribed', { exact: true }).waitFor()
  await page.context().close()
})
