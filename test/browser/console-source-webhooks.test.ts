import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PRODUCT_WEBHOOKS } from '../support/api-products/product-webhooks.ts'
import { axeFaults, buildPath, consoleTests } from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'

const test = consoleTests({ SECRETS_KEY: 'a key that seals secrets in the tests' })

async function picture(shown: Page, name: string): Promise<void> {
  const folder = process.env['FOOTNOTE_TEST_PICTURES']
  if (folder === undefined) return
  for (const width of [1440, 390]) {
    await shown.setViewportSize({ width, height: 900 })
    await shown.screenshot({ path: `${folder}/webhook-${name}-${width}.png`, fullPage: true })
  }
  await shown.setViewportSize({ width: 1440, height: 900 })
}

const secrets = (database: Parameters<typeof readRows>[0]) =>
  readRows(database, 'select id, hook_secret, hook_token from sources order by id')

const cardOf = (shown: Page) => shown.getByRole('region', { name: 'Webhook', exact: true })

test('the webhook of a product that takes our secret', async ({ console, service, database }) => {
  const docs = await createKnowledge(service, 'Webhook of GitHub')
  const { knowledgeBaseId: id } = docs
  const { admin } = service
  const settings = { type: 'github', repository: 'https://github.com/acme/docs' } as const
  const source = await admin.sources.create(id, { settings, sync: false })
  const { path, secret } = await admin.sources.hook(id, source.id)
  const { page: shown, faults } = await console.open(`${buildPath(docs)}/sources/${source.id}`)
  const card = cardOf(shown)
  await card.getByText(`${service.baseUrl}${path}`).waitFor()
  expect(await shown.getByText(secret).count()).toBe(0)
  await picture(shown, 'github')
  await card.getByRole('button', { name: 'Show secret' }).click()
  await shown.getByRole('dialog').getByText(secret).waitFor()
  expect(await axeFaults(shown)).toEqual([])
  await shown.keyboard.press('Escape')
  await card.getByRole('button', { name: 'New secret' }).click()
  const dialog = shown.getByRole('dialog')
  await picture(shown, 'rotation')
  const rotate = dialog.getByRole('button', { name: 'New secret' })
  const numbers = () => readRows(database, 'select id, hook_number from sources order by id')
  await presses(shown, 'webhook-card.tsx sources.rotateHook', rotate, numbers)
  const { secret: rotated } = await admin.sources.hook(id, source.id)
  expect(rotated).not.toBe(secret)
  await shown.getByRole('dialog').getByText(rotated).waitFor()
  expect(faults).toEqual([])
})

test('the webhook of Zendesk, which makes the secret', async ({ console, service, database }) => {
  const docs = await createKnowledge(service, 'Webhook of Zendesk')
  const { knowledgeBaseId: id } = docs
  const { admin } = service
  const settings = { type: 'zendesk', url: 'https://acme.zendesk.com' } as const
  const source = await admin.sources.create(id, { settings, sync: false })
  const { page: shown, faults } = await console.open(`${buildPath(docs)}/sources/${source.id}`)
  const card = cardOf(shown)
  await card.getByText('No signing secret yet, so signed calls are refused.').waitFor()
  await card.getByRole('button', { name: 'Enter signing secret' }).click()
  const dialog = shown.getByRole('dialog')
  await dialog.getByLabel('Signing secret').fill('secret-of-zendesk')
  const save = dialog.getByRole('button', { name: 'Save' })
  await presses(shown, 'webhook-card.tsx sources.putHookSecret', save, () => secrets(database))
  await card.getByText('Signed calls accepted since').waitFor()
  await picture(shown, 'zendesk')
  const { path } = await admin.sources.hook(id, source.id)
  const call = async () => {
    const { headers, body } = PRODUCT_WEBHOOKS['Zendesk']!.call('secret-of-zendesk')
    return (await fetch(service.baseUrl + path, { method: 'POST', headers, body })).status
  }
  expect(await call()).toBe(202)
  await card.getByRole('button', { name: 'Forget signing secret' }).click()
  const forget = shown.getByRole('dialog').getByRole('button', { name: 'Forget signing secret' })
  await presses(shown, 'webhook-card.tsx sources.putHookSecret', forget, () => secrets(database))
  await card.getByText('No signing secret yet').waitFor()
  expect(await call()).toBe(401)
  expect(faults).toEqual([])
})

test('the webhook of Notion, which sends a token', async ({ console, service, database }) => {
  const docs = await createKnowledge(service, 'Webhook of Notion')
  const { knowledgeBaseId: id } = docs
  const { admin } = service
  const source = await admin.sources.create(id, { settings: { type: 'notion' }, sync: false })
  const { page: shown, faults } = await console.open(`${buildPath(docs)}/sources/${source.id}`)
  const card = cardOf(shown)
  await card.getByText('Waiting for Notion to send its token').waitFor()
  const { path } = await admin.sources.hook(id, source.id)
  const token = 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl'
  const shaken = await fetch(service.baseUrl + path, {
    method: 'POST',
    body: JSON.stringify({ verification_token: token }),
  })
  expect(shaken.status).toBe(200)
  await card.getByText(token).waitFor()
  await picture(shown, 'notion')
  expect(await axeFaults(shown)).toEqual([])
  const confirm = card.getByRole('button', { name: 'Confirm token' })
  await presses(shown, 'webhook-card.tsx sources.putHookSecret', confirm, () => secrets(database))
  await card.getByText('Signed calls accepted since').waitFor()
  expect(await shown.getByText(token).count()).toBe(0)
  const { headers, body } = PRODUCT_WEBHOOKS['Notion']!.call(token)
  const called = await fetch(service.baseUrl + path, { method: 'POST', headers, body })
  expect(called.status).toBe(202)
  expect(faults).toEqual([])
})
