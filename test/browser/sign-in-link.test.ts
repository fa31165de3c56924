import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { freePort } from '../support/network/free-port.ts'
import { startService } from '../support/service.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { enrol } from '../acceptance/support/authenticator.ts'
import { joinAs } from '../acceptance/support/people.ts'

const test = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startSmtpSink()
    onCleanup(() => mail.close())
    return mail
  })
  // oxlint-disable-next-line no-empty-pattern -- as above
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('service', { scope: 'file' }, async ({ database, mail }, { onCleanup }) => {
    const port = String(await freePort())
    const env = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, SMTP_URL: mail.url }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return service
  })

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
  const code = page.getByLabel('The code of your authenticator, or a recovery code')
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
