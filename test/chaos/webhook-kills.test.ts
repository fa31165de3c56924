import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { until } from '../support/chaos/load.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, readRows } from '../support/store/services.ts'
import { loadGuideExample } from '../support/webhooks/guide-example.ts'

const SIZE = process.env['CHAOS'] === 'full' ? { events: 200, kills: 10 } : { events: 20, kills: 2 }
const PATIENCE_MS = 240_000

let database: TestDatabase
let api: Service
let knowledge: Knowledge
let receiver: WebhookReceiver

const env = {
  SECRETS_KEY: 'a key for the tests, 32 characters',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
}
const start = (command: 'api' | 'worker') =>
  startService({ databaseUrl: database.ownerUrl, command, env })

beforeAll(async () => {
  database = await createDatabase()
  receiver = await startWebhookReceiver()
  api = await start('api')
  knowledge = await createKnowledge(api)
})
afterAll(async () => {
  await api?.kill()
  await receiver?.close()
  await database?.drop()
})

/** As if the time until the next attempt, or until a dead worker's claim ends, were over. */
const skipWaiting = () =>
  readRows(
    database,
    `update webhook_deliveries set next_attempt_at = now() where next_attempt_at > now()`,
  )

test('workers killed in mid-delivery, and a receiver that fails, lose no event', async () => {
  const { webhooks } = api.admin
  const { workspaceId } = knowledge
  const { id, secret } = await webhooks.create(workspaceId, {
    url: receiver.url,
    events: ['sync.failed'],
  })
  const sent = new Set<string>()
  for (let index = 0; index < SIZE.events; index += 1) {
    sent.add((await webhooks.test(workspaceId, id)).id)
  }
  for (let kill = 1; kill <= SIZE.kills; kill += 1) {
    receiver.behave(kill % 2 === 0 ? 500 : 'hangs')
    const worker = await start('worker')
    const before = receiver.received.length
    await until('a delivery under way', async () => receiver.received.length > before, PATIENCE_MS)
    await worker.kill()
    await skipWaiting()
  }
  receiver.behave(204)
  await using _last = await start('worker')
  const undelivered = async () => {
    await skipWaiting()
    await sleep(500)
    const found = `select from webhook_deliveries where state <> 'delivered'`
    return (await readRows(database, found)).length
  }
  await until('every delivery', async () => (await undelivered()) === 0, PATIENCE_MS)
  const verify = await loadGuideExample()
  const ids = receiver.received.map(({ headers, body }) => {
    expect(verify(secret, headers, body).type).toBe('webhook.test')
    return String(headers['webhook-id'])
  })
  console.log(
    `webhooks: ${sent.size} events, ${SIZE.kills} kills, ${ids.length} requests, ${new Set(ids).size} ids`,
  )
  expect(new Set(ids)).toEqual(sent)
})
