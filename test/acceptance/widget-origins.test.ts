import { expect, vi } from 'vitest'
import { steeredBy } from '../support/acceptance.ts'
import { sharing } from '../support/sharing.ts'
import { clientFor } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { createWidget, getSaved, PAGE } from './support/widget.ts'
import { SOME_ID, adminPath, asOperator, send } from './support/wire.ts'

const { test } = sharing()

// It starts a second service, which takes its time on a busy machine.
test('a widget says where it was loaded and where it was refused', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const widgetId = await createWidget(service, knowledgeBaseId)
  const { admin } = service
  const seen = async () =>
    (await admin.widgets.origins(knowledgeBaseId, widgetId)).origins
      .map(({ origin, loads, refused }) => [origin, loads, refused] as const)
      .sort(([one], [other]) => one.localeCompare(other))
  expect(await seen()).toEqual([])
  const other = 'https://staging.example.com'
  for (const origin of [PAGE, PAGE, other, null]) {
    await getSaved(service, knowledge, widgetId, origin)
  }
  await vi.waitFor(async () => {
    expect(await seen()).toEqual([
      [PAGE, 2, 0],
      [other, 0, 1],
    ])
  }, 60_000)
  // Nothing is noted of a widget that is switched off.
  await admin.widgets.change(knowledgeBaseId, widgetId, {
    allowed_origins: [PAGE, other],
    enabled: false,
  })
  await getSaved(service, knowledge, widgetId, PAGE)
  await admin.widgets.change(knowledgeBaseId, widgetId, { enabled: true })
  await getSaved(service, knowledge, widgetId, other)
  await vi.waitFor(async () => {
    expect(await seen()).toEqual([
      [PAGE, 2, 0],
      [other, 1, 1],
    ])
  }, 60_000)
  const unknown = await send(service, adminPath(knowledgeBaseId, `widgets/${SOME_ID}/origins`), {
    headers: asOperator,
  })
  expect(unknown.status).toBe(404)
})

test('who follows a widget is told when a page loads it, and when the widget is gone', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { widgets, system } = service.admin
  const widgetId = await createWidget(service, knowledgeBaseId)
  const events = widgets.followOrigins(knowledgeBaseId, widgetId)
  expect((await events.next()).value).toEqual({ origins: [], done: false })
  await getSaved(service, knowledge, widgetId, PAGE)
  expect((await events.next()).value).toMatchObject({
    origins: [{ origin: PAGE, loads: 1 }],
    done: false,
  })
  await widgets.remove(knowledgeBaseId, widgetId)
  expect((await events.next()).value).toMatchObject({ done: true })
  // What has no end is followed for a time.
  const states = []
  for await (const { done } of system.follow({ seconds: 1 })) states.push(done)
  expect(states).toEqual([false, true])
})

test('keys say when they were last used', async ({ service, knowledge, database, embeddings }) => {
  const { knowledgeBaseId, clientKey } = knowledge
  const lastUsed = async () =>
    (await service.admin.keys.list(knowledgeBaseId)).keys.map(({ last_used_at }) => last_used_at)
  expect(await lastUsed()).toEqual([null])
  const before = Date.now()
  // A process that ends writes what it has noted.
  const env = steeredBy(embeddings)
  await using other = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
  await clientFor(other, knowledgeBaseId, clientKey).widgetConfig()
  await clientFor(other, knowledgeBaseId, 'fnp_00wrong')
    .widgetConfig()
    .catch(() => undefined)
  expect(await other.stop()).toBe(0)
  const [used] = await lastUsed()
  expect(Date.parse(used ?? '')).toBeGreaterThanOrEqual(before)
})
