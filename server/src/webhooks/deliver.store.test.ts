import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebhookReceiver } from '../../../test/fakes/webhook-receiver.ts'
import { startWebhookReceiver } from '../../../test/fakes/webhook-receiver.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import {
  addWebhook,
  deliver,
  readDeliveries,
  fetchingFromLoopback,
  SECRETS,
  skipWaiting,
} from '../../../test/support/webhooks/delivering.ts'
import type { Verify } from '../../../test/support/webhooks/guide-example.ts'
import { loadGuideExample } from '../../../test/support/webhooks/guide-example.ts'
import { publishEvent } from '../events/publish-event.ts'
import { newId } from '../platform/new-id.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { createPageFetcher } from '../platform/network/fetch-page.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { forgetOldWebhookDeliveries, replayDelivery, replayFailed } from './deliveries.ts'
import { MAX_ATTEMPTS } from './retry-delay.ts'
import { changeWebhook, findWebhook, rotateWebhookSecret } from './webhooks.ts'

let store: Store
let verify: Verify
let tenant: Tenant
let receiver: WebhookReceiver
const fetcher = fetchingFromLoopback()

beforeAll(async () => {
  store = await openStore()
  verify = await loadGuideExample()
})
afterAll(async () => {
  await fetcher.close()
  await store?.close()
})
beforeEach(async () => {
  tenant = await seedTenant(store.worker.db)
  receiver = await startWebhookReceiver()
})
afterEach(() => receiver.close())

const failedSync = () => ({ source_id: newId(), sync_id: newId(), reason: 'It answered 503.' })

const publish = (of: Tenant = tenant) =>
  asWorker(store, (tx) => publishEvent(tx, { ...of, type: 'sync.failed', data: failedSync() }), of)

async function hook(of: Tenant = tenant, url = receiver.url) {
  const { id, secret } = await addWebhook(store, of, url)
  return { workspaceId: of.workspaceId, webhookId: id, secret }
}

const getEvents = (secret: string) =>
  receiver.received.map(({ headers, body }) => verify(secret, headers, body))
const idsReceived = () => receiver.received.map(({ headers }) => String(headers['webhook-id']))

test('an event is sent once, signed, to the webhooks of its workspace that want it', async () => {
  const other = await seedTenant(store.worker.db, 'Other')
  const own = await hook()
  const foreign = await hook(other)
  const elsewhere = await addWebhook(store, tenant, receiver.url, ['sync.held'])
  await publish()
  for (const target of [own, foreign, { ...own, webhookId: elsewhere.id }]) {
    await deliver(store, fetcher, target)
  }
  expect(getEvents(own.secret)).toEqual([
    {
      type: 'sync.failed',
      timestamp: expect.any(String),
      data: expect.objectContaining({
        knowledge_base_id: tenant.knowledgeBaseId,
        reason: 'It answered 503.',
      }),
    },
  ])
  const [delivery] = await readDeliveries(store, own)
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, response_status: 204 })
  expect(idsReceived()).toEqual([delivery?.id])
  expect(await readDeliveries(store, foreign)).toEqual([])
  await deliver(store, fetcher, own)
  expect(receiver.received).toHaveLength(1)
})

test('an event of a transaction that is rolled back is never sent', async () => {
  const own = await hook()
  const rolledBack = asReader(
    store,
    async (tx) => {
      await publishEvent(tx, { ...tenant, type: 'sync.failed', data: failedSync() })
      throw new Error('rolled back')
    },
    tenant,
  )
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await readDeliveries(store, own)).toEqual([])
})

test('the api role publishes, but reads neither webhooks nor deliveries', async () => {
  const own = await hook()
  const data = failedSync()
  await asReader(store, (tx) => publishEvent(tx, { ...tenant, type: 'sync.failed', data }), tenant)
  expect(await readDeliveries(store, own)).toHaveLength(1)
  for (const table of ['webhooks', 'webhook_deliveries']) {
    const read = asReader(store, (tx) => sql`select 1 from ${sql.table(table)}`.execute(tx), tenant)
    await expect(read).rejects.toThrow('permission denied')
  }
  // Nor does it publish for another workspace than its own.
  const other = await seedTenant(store.worker.db, 'Other')
  const foreign = await hook(other)
  await asReader(store, (tx) => publishEvent(tx, { ...other, type: 'sync.failed', data }), tenant)
  expect(await readDeliveries(store, foreign)).toEqual([])
})

test('a receiver that is down for ten minutes misses nothing, and gets each id once', async () => {
  const own = await hook()
  for (let index = 0; index < 7; index += 1) await publish()
  const ids = (await readDeliveries(store, own)).map(({ id }) => id).sort()
  let downSeconds = 0
  for (const behaviour of ['refuses', 500, 'hangs', 302] as const) {
    if (behaviour === 'refuses') await receiver.goDown()
    else receiver.behave(behaviour)
    const outcomes = await deliver(store, fetcher, own)
    expect(outcomes).toEqual(Array(7).fill('retried'))
    if (behaviour === 'refuses') await receiver.comeBack()
    downSeconds += await skipWaiting(store, own)
  }
  expect(downSeconds).toBeGreaterThan(600)
  const failing = await asWorker(store, (tx) => findWebhook(tx, own.webhookId), tenant)
  expect(failing).toMatchObject({ enabled: true, failing_since: expect.any(String) })
  // A body that is never read to its end.
  receiver.received.length = 0
  receiver.behave(200)
  await publish()
  await deliver(store, fetcher, own)
  expect(getEvents(own.secret)).toHaveLength(8)
  const [newest, ...others] = await readDeliveries(store, own)
  expect(others.map(({ id }) => id).sort()).toEqual(ids)
  expect(idsReceived().sort()).toEqual([...ids, String(newest?.id)].sort())
  expect(new Set(others.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
    new Set(['delivered 5']),
  )
  const well = await asWorker(store, (tx) => findWebhook(tx, own.webhookId), tenant)
  expect(well.failing_since).toBeNull()
})

test('the reason of a failure is kept: what was answered, or that nothing was', async () => {
  const own = await hook()
  const reasons: (string | null | undefined)[] = []
  await publish()
  for (const behaviour of [503, 'hangs', 301] as const) {
    receiver.behave(behaviour)
    await deliver(store, fetcher, own)
    reasons.push((await readDeliveries(store, own))[0]?.last_error)
    await skipWaiting(store, own)
  }
  const host = new URL(receiver.url).host
  expect(reasons).toEqual([
    'It answered 503.',
    `${host} does not answer in time.`,
    'It answered 301.',
  ])
})

test('a private address is not connected to unless the operator allows it', async () => {
  const own = await hook()
  await publish()
  const safe = createPageFetcher({ allowPrivate: false, userAgent: 'Test' })
  await deliver(store, safe, own)
  await safe.close()
  expect(receiver.received).toEqual([])
  const [delivery] = await readDeliveries(store, own)
  expect(delivery?.last_error).toContain('in a private network')
})

test('what a killed worker had taken is sent by another one, with the same id', async () => {
  const own = await hook()
  await publish()
  const claimed = await asWorker(store, (tx) => claimDeliveries(tx, SECRETS, own, 5), tenant)
  expect(claimed).toHaveLength(1)
  // Nobody else sends it as long as it may be under way.
  expect(await deliver(store, fetcher, own)).toEqual([])
  await skipWaiting(store, own)
  expect(await deliver(store, fetcher, own)).toEqual(['delivered'])
  expect(idsReceived()).toEqual([claimed[0]?.id])
})

test('a delivery is given up after its last attempt, and replayed with the id that it had', async () => {
  const own = await hook()
  await publish()
  receiver.behave(500)
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    expect(await deliver(store, fetcher, own)).toEqual(['retried'])
    await skipWaiting(store, own)
  }
  expect(await deliver(store, fetcher, own)).toEqual(['failed'])
  const [failed] = await readDeliveries(store, own)
  expect(failed).toMatchObject({ state: 'failed', attempts: MAX_ATTEMPTS, next_attempt_at: null })
  receiver.behave(204)
  const replay = (since: Date) =>
    asWorker(store, (tx) => replayFailed(tx, own.webhookId, since), tenant)
  expect(await replay(new Date(Date.now() + 60_000))).toBe(0)
  expect(await replay(new Date(Date.now() - 60_000))).toBe(1)
  expect(await deliver(store, fetcher, own)).toEqual(['delivered'])
  await asWorker(store, (tx) => replayDelivery(tx, own.webhookId, failed?.id ?? ''), tenant)
  expect(await deliver(store, fetcher, own)).toEqual(['delivered'])
  expect(new Set(idsReceived())).toEqual(new Set([failed?.id]))
  getEvents(own.secret)
})

test('410 disables a webhook at once; what waits has failed, and nothing new is stored', async () => {
  const own = await hook()
  await publish()
  await publish()
  receiver.behave(410)
  await asWorker(
    store,
    (tx) =>
      sql`update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
          where webhook_id = ${own.webhookId}
            and id = (select max(id::text)::uuid from webhook_deliveries)`.execute(tx),
    tenant,
  )
  expect(await deliver(store, fetcher, own)).toEqual(['failed'])
  await publish()
  const deliveries = await readDeliveries(store, own)
  expect(deliveries.map(({ state }) => state)).toEqual(['failed', 'failed'])
  const disabled = await asWorker(store, (tx) => findWebhook(tx, own.webhookId), tenant)
  expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'gone' })
  const { rows } = await asWorker(
    store,
    (tx) => sql`select actor, action, subject_id from audit_events`.execute(tx),
    tenant,
  )
  expect(rows).toEqual([{ actor: 'worker', action: 'webhook.disable', subject_id: own.webhookId }])
  const change = { enabled: true }
  const enabled = await asWorker(store, (tx) => changeWebhook(tx, own.webhookId, change), tenant)
  expect(enabled).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
})

test('a webhook that has failed for five days is disabled, one that worked since is not', async () => {
  const own = await hook()
  const failedFor = (days: number) =>
    asWorker(
      store,
      (tx) =>
        sql`update webhooks set failing_since = now() - make_interval(days => ${days})`.execute(tx),
      tenant,
    )
  await publish()
  await failedFor(6)
  await deliver(store, fetcher, own)
  receiver.behave(500)
  await publish()
  await failedFor(4)
  await deliver(store, fetcher, own)
  const find = () => asWorker(store, (tx) => findWebhook(tx, own.webhookId), tenant)
  expect(await find()).toMatchObject({ enabled: true })
  await failedFor(6)
  await skipWaiting(store, own)
  await deliver(store, fetcher, own)
  expect(await find()).toMatchObject({ enabled: false, disabled_reason: 'failing' })
})

test('for a day after the secret was replaced, deliveries are signed with both', async () => {
  const own = await hook()
  const { workspaceId, webhookId } = own
  const { secret } = await asWorker(
    store,
    (tx) => rotateWebhookSecret(tx, SECRETS, workspaceId, webhookId),
    tenant,
  )
  await publish()
  await deliver(store, fetcher, own)
  expect(getEvents(own.secret)).toHaveLength(1)
  expect(getEvents(secret)).toHaveLength(1)
  await asWorker(
    store,
    (tx) => sql`update webhooks set previous_secret_until = now()`.execute(tx),
    tenant,
  )
  receiver.received.length = 0
  await publish()
  await deliver(store, fetcher, own)
  expect(getEvents(secret)).toHaveLength(1)
  expect(() => getEvents(own.secret)).toThrow('not signed')
})

test('deliveries are kept for 30 days', async () => {
  const own = await hook()
  await publish()
  await publish()
  await asWorker(
    store,
    (tx) =>
      sql`update webhook_deliveries set created_at = now() - interval '31 days'
          where id = (select min(id::text)::uuid from webhook_deliveries)`.execute(tx),
    tenant,
  )
  await forgetOldWebhookDeliveries(store.worker.db)
  expect(await readDeliveries(store, own)).toHaveLength(1)
})
