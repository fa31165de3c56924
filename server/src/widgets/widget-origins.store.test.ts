import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import type { WidgetLoad } from './widget-origins.ts'
import { listWidgetOrigins, noteLoad, writeLoads } from './widget-origins.ts'
import { createWidget, deleteWidget } from './widgets.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const MAX_ORIGINS = 100
const PAGE = 'https://docs.example.com'

const addWidget = () =>
  asWorker(store, (tx) =>
    createWidget(tx, store.tenant.knowledgeBaseId, {
      name: 'Help',
      enabled: true,
      allowed_origins: [PAGE],
      voice: '',
      config: {},
    }),
  )

const list = (widgetId: string) => asWorker(store, (tx) => listWidgetOrigins(tx, widgetId))

/** Seconds since some moment. */
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 14) + seconds * 1000)

const load = (widgetId: string, origin: string, seconds: number, isAllowed = true): WidgetLoad => ({
  tenant: store.tenant,
  widgetId,
  origin,
  isAllowed,
  loads: isAllowed ? 1 : 0,
  refused: isAllowed ? 0 : 1,
  seenAt: at(seconds),
})

test('loads of the same origin add up, and the one seen last comes first', async () => {
  const { id } = await addWidget()
  await writeLoads(store.api.db, [load(id, PAGE, 1), load(id, 'https://other.example', 3, false)])
  await writeLoads(store.api.db, [{ ...load(id, PAGE, 2), loads: 5 }])
  // A slower process may write an earlier moment.
  await writeLoads(store.api.db, [load(id, PAGE, 0)])
  expect(await list(id)).toEqual([
    { origin: 'https://other.example', loads: 0, refused: 1, last_seen_at: at(3).toISOString() },
    { origin: PAGE, loads: 7, refused: 0, last_seen_at: at(2).toISOString() },
  ])
})

test('made-up origins push out neither a page that is allowed nor more than their share', async () => {
  const { id } = await addWidget()
  await writeLoads(store.api.db, [load(id, PAGE, 0)])
  for (let batch = 0; batch < 5; batch += 1) {
    const made = Array.from({ length: 150 }, (_, index) =>
      load(id, `https://made-${batch}-${index}.example`, 1 + batch * 150 + index, false),
    )
    await writeLoads(store.api.db, made)
  }
  const origins = await list(id)
  expect(origins).toHaveLength(MAX_ORIGINS + 1)
  expect(origins.at(-1)?.origin).toBe(PAGE)
  expect(origins[0]?.origin).toBe('https://made-4-149.example')
})

test('a widget that is deleted takes its origins with it, and takes no more', async () => {
  const { id } = await addWidget()
  await writeLoads(store.api.db, [load(id, PAGE, 0)])
  await asWorker(store, (tx) => deleteWidget(tx, id))
  await writeLoads(store.api.db, [load(id, PAGE, 1)])
  expect(await list(id)).toEqual([])
})

test('another knowledge base cannot write to it', async () => {
  const { id } = await addWidget()
  const stranger = { ...store.tenant, knowledgeBaseId: store.tenant.workspaceId }
  await writeLoads(store.api.db, [{ ...load(id, PAGE, 0), tenant: stranger }])
  expect(await list(id)).toEqual([])
})

test('what is noted: the origin, under Zero data retention the wildcard that lets it in', () => {
  const noted: WidgetLoad[] = []
  const loads = { record: (entry: WidgetLoad) => void noted.push(entry) }
  const widget = { id: 'w', allowed_origins: ['https://*.example.com'] }
  const note = (retention: 'standard' | 'zero', origin: string | undefined) =>
    noteLoad(loads, { ...store.tenant, retention }, widget, origin)
  note('standard', 'https://ada.example.com')
  note('zero', 'https://ada.example.com')
  note('zero', 'https://ada.elsewhere.com')
  for (const none of [undefined, 'null', `${PAGE}/page`, `https://${'a'.repeat(300)}.com`]) {
    note('standard', none)
  }
  expect(noted.map(({ origin, loads: count, refused }) => [origin, count, refused])).toEqual([
    ['https://ada.example.com', 1, 0],
    ['https://*.example.com', 1, 0],
    ['https://ada.elsewhere.com', 0, 1],
  ])
})
