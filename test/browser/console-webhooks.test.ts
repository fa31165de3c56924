import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../acceptance/support/people.ts'
import type { WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { confirm } from '../support/browser/confirm.ts'
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
import { loadGuideExample } from '../support/webhooks/guide-example.ts'

const test = consoleTests({
  ...MANY_ATTEMPTS,
  SECRETS_KEY: 'a key for the tests, 32 characters',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
})
  .extend('docs', { scope: 'file' }, ({ service }) => createKnowledge(service, 'Acme docs'))
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('receiver', async ({}, { onCleanup }): Promise<WebhookReceiver> => {
    const receiver = await startWebhookReceiver()
    onCleanup(() => receiver.close())
    return receiver
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an admin creates a webhook, tests it, and replays what failed', async ({
  console,
  database,
  docs,
  receiver,
}) => {
  const where = `where workspace_id = '${docs.workspaceId}'`
  const webhooks = () => readRows(database, `select url, events, enabled from webhooks ${where}`)
  const deliveries = () =>
    readRows<{ state: string }>(database, `select type, state from webhook_deliveries ${where}`)
  const { page, faults } = await console.open(`${buildPath(docs)}/webhooks`)
  await page.getByText('No webhooks yet').waitFor()
  expect(await axeFaults(page)).toEqual([])

  await button(page, 'Create webhook').click()
  await page.getByLabel('URL', { exact: true }).fill(`${receiver.url}/hooks`)
  await page.getByLabel('Negative rating').uncheck()
  expect(await axeFaults(page)).toEqual([])
  const url = `${receiver.url}/hooks`
  const chosen = [
    'gap.created',
    'sync.held',
    'contact.requested',
    'allowance.reached',
    'cost_cap.reached',
  ]
  expect(
    await presses(page, 'create-webhook.tsx webhooks.create', button(page, 'Create'), webhooks),
  ).toEqual([{ url, events: expect.arrayContaining([...chosen, 'sync.failed']), enabled: true }])
  const secret = (await page.getByRole('group', { name: 'Signing secret' }).textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  expect(await axeFaults(page)).toEqual([])
  await button(page, 'I have copied it').click()
  await page.getByRole('link', { name: url }).click()

  await page.getByText('No deliveries yet').waitFor()
  await page.getByText(`…${secret.replace(/=+$/, '').slice(-4)}`).waitFor()
  receiver.behave(500)
  await presses(page, 'webhook-actions.tsx webhooks.test', button(page, 'Send test'), deliveries)
  await page.getByText('It answered 500.').last().waitFor()
  await page.getByText('No delivery has succeeded since').waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(await deliveries()).toEqual([{ type: 'webhook.test', state: 'pending' }])
  receiver.behave(204)
  const replay = page.getByRole('button', { name: /^Replay Test/ })
  await presses(page, 'deliveries.tsx webhooks.replay', replay, deliveries)
  await page.getByText('Delivered', { exact: true }).last().waitFor()
  expect(await deliveries()).toEqual([{ type: 'webhook.test', state: 'delivered' }])
  const verify = await loadGuideExample()
  const sent = receiver.received.map(({ headers, body }) => verify(secret, headers, body).type)
  expect(new Set(sent)).toEqual(new Set(['webhook.test']))
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  receiver.behave(500)
  await button(page, 'Send test').click()
  await expect.poll(deliveries).toHaveLength(2)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const disable = () => confirm(page, 'Disable')
  expect(
    await presses(page, 'webhook-actions.tsx webhooks.change', disable, webhooks),
  ).toMatchObject([{ enabled: false }])
  await button(page, 'Enable').waitFor()
  expect(await deliveries()).toContainEqual({ type: 'webhook.test', state: 'failed' })
  receiver.behave(204)
  expect(
    await presses(page, 'webhook.tsx webhooks.change', button(page, 'Enable'), webhooks),
  ).toMatchObject([{ enabled: true }])
  await page.getByText('Enabled', { exact: true }).waitFor()
  await button(page, 'Replay failed deliveries').click()
  expect(await axeFaults(page)).toEqual([])
  const replayAll = page.getByRole('dialog').getByRole('button', { name: 'Replay' })
  await presses(page, 'replay-failed.tsx webhooks.replayFailed', replayAll, deliveries)
  await page.getByText('1 delivery replayed').waitFor()
  await expect
    .poll(async () => (await deliveries()).filter(({ state }) => state === 'delivered'))
    .toHaveLength(2)

  await button(page, 'Edit').click()
  expect(await page.getByLabel('Negative rating').isChecked()).toBe(false)
  await page.getByLabel('Sync failed').uncheck()
  expect(
    await presses(page, 'webhook-actions.tsx webhooks.change', button(page, 'Save'), webhooks),
  ).toEqual([{ url, events: chosen, enabled: true }])
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  expect(await page.getByRole('group', { name: 'Signing secret' }).textContent()).not.toBe(secret)
  await button(page, 'I have copied it').click()
  await page.getByText('signed with the previous secret too').waitFor()

  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet').waitFor()
  expect(faults).toEqual([])
})

test('a webhook whose receiver is gone says so, and is enabled again', async ({
  console,
  service,
  docs,
  receiver,
}) => {
  const { webhooks } = service.admin
  const { id } = await webhooks.create(docs.workspaceId, {
    url: `${receiver.url}/gone`,
    events: ['gap.created', 'sync.failed', 'sync.held', 'rating.negative'],
  })
  receiver.behave(410)
  await webhooks.test(docs.workspaceId, id)
  const isEnabled = async () => (await webhooks.get(docs.workspaceId, id)).enabled
  await expect.poll(isEnabled, { timeout: 60_000 }).toBe(false)
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 375]) {
      const { page, faults } = await console.open(`${buildPath(docs)}/webhooks`, { width, theme })
      await page.getByText('Disabled', { exact: true }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.getByRole('link', { name: `${receiver.url}/gone` }).click()
      await page.getByText('your server responded with 410 Gone').waitFor()
      await page.getByText('It answered 410.').last().waitFor({ state: 'attached' })
      expect(await axeFaults(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      expect(faults).toEqual([])
    }
  }
  const { page } = await console.open(`${buildPath(docs)}/webhooks/${id}`)
  await button(page, 'Enable').click()
  await page.getByText('Enabled', { exact: true }).waitFor()
  expect(await isEnabled()).toBe(true)
  await webhooks.delete(docs.workspaceId, id)
})

test('an editor does not see webhooks', async ({ console, service, docs }) => {
  const email = 'kim@example.com'
  const { invitations, account } = service.admin
  const { token } = await invitations.create(docs.workspaceId, { email, role: 'editor' })
  await account.acceptInvitation({ token, name: 'Kim', password: PASSWORD })
  const { page } = await console.open(`${buildPath(docs)}/webhooks`, { isSignedOut: true })
  await signInAs(page, email, PASSWORD)
  await page.getByText('You do not have access').waitFor()
  await page.getByRole('button', { name: 'Workspace', exact: true }).click()
  await page.getByRole('link', { name: 'Retention' }).waitFor()
  expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
})
