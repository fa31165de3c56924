import { expect } from 'vitest'
import type { WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { acceptance } from '../support/acceptance.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { storeMessage } from '../support/store/stored-messages.ts'
import { checkingPayload } from '../support/webhooks/checked-payload.ts'
import type { Verify } from '../support/webhooks/guide-example.ts'
import { loadGuideExample } from '../support/webhooks/guide-example.ts'

const test = acceptance({
  SECRETS_KEY: 'a key for the tests, 32 characters',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
})
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('receiver', async ({}, { onCleanup }): Promise<WebhookReceiver> => {
    const receiver = await startWebhookReceiver()
    onCleanup(() => receiver.close())
    return receiver
  })
  // oxlint-disable-next-line no-empty-pattern -- as above
  .extend('verify', { scope: 'file' }, ({}): Promise<Verify> =>
    loadGuideExample().then(checkingPayload),
  )

const SOON = { timeout: 60_000, interval: 100 }

test('a bad rating is told with the words, its reason and comment as well, and a good one is not', async ({
  service,
  knowledge,
  database,
  receiver,
  verify,
}) => {
  const { workspaceId, knowledgeBaseId, client } = knowledge
  const { secret } = await service.admin.webhooks.create(workspaceId, {
    url: receiver.url,
    events: ['rating.negative'],
  })
  const texts = { question: 'Why is it slow?', answer: 'Because.' }
  const message_id = await storeMessage(database.ownerUrl, knowledge, texts)
  const events = () =>
    receiver.received.map(({ headers, body }) => verify(secret, headers, body).data)
  await client.rate({ message_id, rating: 'up' })
  await client.rate({ message_id, rating: 'down' })
  await expect.poll(events, SOON).toHaveLength(1)
  await client.rate({ message_id, rating: 'down' })
  await client.rate({ message_id, rating: 'down', reason: 'wrong' })
  await expect.poll(events, SOON).toHaveLength(2)
  await client.rate({ message_id, rating: 'down', reason: 'wrong', comment: 'It is wrong.' })
  await expect.poll(events, SOON).toHaveLength(3)
  const common = { knowledge_base_id: knowledgeBaseId, message_id, ...texts }
  expect(events()).toEqual([
    { ...common, rating_id: expect.any(String), reason: null, comment: null },
    { ...common, rating_id: events()[0]?.['rating_id'], reason: 'wrong', comment: null },
    { ...common, rating_id: events()[0]?.['rating_id'], reason: 'wrong', comment: 'It is wrong.' },
  ])
})

test('what was erased meanwhile is not sent', async ({
  service,
  knowledge,
  database,
  receiver,
  verify,
}) => {
  const { workspaceId, client } = knowledge
  const { webhooks, workspaces } = service.admin
  const { id, secret } = await webhooks.create(workspaceId, {
    url: receiver.url,
    events: ['rating.negative'],
  })
  const message_id = await storeMessage(database.ownerUrl, knowledge, { question: 'My name?' })
  await client.rate({ message_id, rating: 'down', comment: 'I am Ada.' })
  await expect.poll(() => receiver.received, SOON).toHaveLength(1)
  await workspaces.change(workspaceId, { retention: 'zero' })
  const [delivery] = (await webhooks.deliveries(workspaceId, id)).deliveries
  await webhooks.replay(workspaceId, id, delivery?.id ?? '')
  await expect.poll(() => receiver.received, SOON).toHaveLength(2)
  const [first, second] = receiver.received.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    ...verify(secret, headers, body),
  }))
  expect(first?.data).toMatchObject({ question: 'My name?', comment: 'I am Ada.' })
  expect(second?.data).toMatchObject({ question: null, answer: null, comment: null })
  expect(second?.id).toBe(first?.id)
  // Nor is anything stored, so nothing is told.
  const refused = client.rate({ message_id, rating: 'down' })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a receiver that hangs does not keep another from its events', async ({
  service,
  knowledge,
  receiver,
}) => {
  const { workspaceId } = knowledge
  const { webhooks } = service.admin
  const other = await startWebhookReceiver()
  receiver.behave('hangs')
  const create = (url: string) => webhooks.create(workspaceId, { url, events: ['sync.failed'] })
  const slow = await create(receiver.url)
  const quick = await create(other.url)
  for (let index = 0; index < 12; index += 1) await webhooks.test(workspaceId, slow.id)
  await expect.poll(() => receiver.received.length, SOON).toBeGreaterThan(0)
  await webhooks.test(workspaceId, quick.id)
  await expect.poll(() => other.received, SOON).toHaveLength(1)
  // None of the slow ones had ended by then: they wait for an answer, or for their turn.
  const { deliveries } = await webhooks.deliveries(workspaceId, slow.id)
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['pending']))
  await other.close()
})

test('deliveries are listed page by page and by state, and a disabled webhook sends none', async ({
  service,
  knowledge,
  receiver,
}) => {
  const { workspaceId } = knowledge
  const { webhooks } = service.admin
  const body = { url: receiver.url, events: ['gap.created' as const] }
  const { id } = await webhooks.create(workspaceId, body)
  for (let index = 0; index < 3; index += 1) await webhooks.test(workspaceId, id)
  await expect.poll(() => receiver.received, SOON).toHaveLength(3)
  const list = (query: object) => webhooks.deliveries(workspaceId, id, query)
  await expect
    .poll(async () => (await list({ state: 'delivered' })).deliveries, SOON)
    .toHaveLength(3)
  const first = await list({ limit: 2 })
  const rest = await list({ limit: 2, cursor: first.next_cursor })
  expect(rest.next_cursor).toBeNull()
  const ids = [...first.deliveries, ...rest.deliveries].map((delivery) => delivery.id)
  expect(ids).toEqual([...new Set(ids)].sort().toReversed())
  expect(ids).toHaveLength(3)
  expect((await list({ state: 'failed' })).deliveries).toEqual([])

  await webhooks.change(workspaceId, id, { enabled: false })
  await expect(webhooks.test(workspaceId, id)).rejects.toThrow('disabled')
  await expect(webhooks.replay(workspaceId, id, ids[0] ?? '')).rejects.toThrow('disabled')
  expect((await webhooks.list(workspaceId)).webhooks).toMatchObject([
    { id, enabled: false, disabled_reason: null, last_delivery: { id: ids[0] } },
  ])
})

test('the command line creates, tests, lists and deletes', async ({
  service,
  knowledge,
  receiver,
  verify,
}) => {
  const { workspaceId } = knowledge
  const run = async (...args: string[]) => {
    const all = ['webhooks', ...args, '--workspace', workspaceId, '--json']
    const { exitCode, stdout, stderr } = await runAsOperator(service, all)
    expect(exitCode, stderr).toBe(0)
    return stdout
  }
  const events = ['--event', 'sync.failed', '--event', 'gap.created']
  const { id, secret } = JSON.parse(await run('create', receiver.url, ...events))
  await run('test', id)
  await expect.poll(() => receiver.received, SOON).toHaveLength(1)
  const [received] = receiver.received
  expect(verify(secret, received?.headers ?? {}, received?.body ?? '').type).toBe('webhook.test')
  const { deliveries } = JSON.parse(await run('deliveries', id))
  expect(deliveries).toHaveLength(1)
  await run('replay', id, deliveries[0].id)
  await expect.poll(() => receiver.received, SOON).toHaveLength(2)
  const since = '2026-01-01T00:00:00Z'
  expect(JSON.parse(await run('replay-failed', id, '--since', since))).toEqual({ replayed: 0 })
  expect(JSON.parse(await run('rotate', id)).secret).not.toBe(secret)
  expect(await run('disable', id)).toContain('Disabled.')
  expect(await run('enable', id)).toContain('Enabled.')
  expect(JSON.parse(await run('list')).webhooks).toMatchObject([
    { id, enabled: true, events: ['sync.failed', 'gap.created'] },
  ])
  await run('delete', id)
  expect(JSON.parse(await run('list'))).toEqual({ webhooks: [] })
})
