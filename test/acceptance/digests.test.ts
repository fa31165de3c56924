import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { freePort } from '../support/network/free-port.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { startService } from '../support/service.ts'
import type { SmtpSink } from '../support/sign-in/smtp-sink.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { joinAs, sendAs } from './support/people.ts'
import { asOperator, send } from './support/wire.ts'

const test = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startSmtpSink()
    onCleanup(() => mail.close())
    return mail
  })
  .extend('service', { scope: 'file' }, async ({ database, mail }, { onCleanup }) => {
    const port = String(await freePort())
    const env = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mail.url,
      SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
      SIGN_IN_MAILS_PER_ADDRESS_PER_DAY: '2',
    }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return service
  })

const OWN = '/api/v1/admin/me/digests'

const digestsTo = (mail: SmtpSink, address: string) =>
  mail.messages
    .filter(({ to, text }) => to.includes(address) && text.includes('List-Unsubscribe'))
    .map(({ text }) => text)

test('somebody previews a digest, subscribes, gets one at once, and unsubscribes with one click', async ({
  service,
  knowledge: { workspaceId },
  mail,
}) => {
  const ada = await joinAs(service, workspaceId, 'viewer')
  const subscription = async () => (await sendAs(service, ada, OWN)).body
  expect(await subscription()).toMatchObject({
    can_send: true,
    digests: [{ workspace_id: workspaceId, subscribed: false, next_at: null }],
  })
  const preview = await service.admin.digests.get(workspaceId)
  expect(preview.text).toContain('Nobody asked anything')
  const page = await sendAs(service, ada, `/api/v1/admin/workspaces/${workspaceId}/digest.html`)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain('sandbox')
  expect(page.text).toBe(preview.html)

  const put = { method: 'PUT', json: { subscribed: true } }
  const subscribed = await sendAs(service, ada, `${OWN}/${workspaceId}`, put)
  expect(subscribed.body).toMatchObject({ subscribed: true, next_at: expect.any(String) })
  const { events } = await service.admin.audit.list(workspaceId, { action: 'digest.change' })
  expect(events).toMatchObject([
    { actor: ada.email, changes: [{ field: 'subscribed', from: false, to: true }] },
  ])

  const now = `${OWN}/${workspaceId}/send`
  expect((await sendAs(service, ada, now, { method: 'POST' })).status).toBe(204)
  expect((await sendAs(service, ada, now, { method: 'POST' })).status).toBe(204)
  expect((await sendAs(service, ada, now, { method: 'POST' })).status).toBe(429)
  const [message = '', second] = digestsTo(mail, ada.email)
  expect(second).toBeDefined()
  expect(message).toContain('Content-Type: text/plain')
  expect(message).toContain('Content-Type: text/html')
  expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  const link = /^List-Unsubscribe:\s+<(http[^>]+)>/m.exec(message)?.[1] ?? ''
  const path = link.slice(service.baseUrl.length)
  expect(link.startsWith(service.baseUrl)).toBe(true)

  // Whoever looks at the mail opens its links; that alone changes nothing.
  const asked = await send(service, path)
  expect(asked).toMatchObject({
    status: 200,
    text: expect.stringContaining('<form method="post">'),
  })
  expect(await subscription()).toMatchObject({ digests: [{ subscribed: true }] })
  const oneClick = new FormData()
  oneClick.set('List-Unsubscribe', 'One-Click')
  expect(await send(service, path, { body: oneClick })).toMatchObject({
    status: 200,
    text: expect.stringContaining('You are unsubscribed'),
  })
  expect(await subscription()).toMatchObject({ digests: [{ subscribed: false }] })
  const again = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await send(service, path, { body: again })).status).toBe(200)
  const forged = path.replace(
    workspaceId,
    workspaceId.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
  )
  expect((await send(service, forged, { method: 'POST' })).status).toBe(404)
})

test('a digest is for members alone, and for people alone', async ({ service, knowledge }) => {
  const { workspaceId } = knowledge
  const foreign = await service.admin.workspaces.create({ name: 'Foreign' })
  const ada = await joinAs(service, workspaceId, 'owner')
  const put = { method: 'PUT', json: { subscribed: true } }
  expect((await sendAs(service, ada, `${OWN}/${foreign.id}`, put)).status).toBe(404)
  const now = { method: 'POST' }
  expect((await sendAs(service, ada, `${OWN}/${foreign.id}/send`, now)).status).toBe(404)
  expect((await send(service, OWN, { headers: asOperator })).status).toBe(403)
})

test('the command line shows what is mailed', async ({ service, knowledge: { workspaceId } }) => {
  const shown = await runAsOperator(service, ['digest', '--workspace', workspaceId])
  expect(shown).toMatchObject({ exitCode: 0, stderr: '' })
  expect(shown.stdout).toContain('Nobody asked anything')
})
