import type { SyncEvent } from '@footnote/client/admin'
import { afterAll, expect, vi } from 'vitest'
import { startSlowSite } from '../fakes/slow-site.ts'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { checkResponse } from '../support/check-response.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { readMetrics } from '../support/read-metrics.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { createFiles } from '../support/sources.ts'
import { asTenant } from '../support/store/stored-messages.ts'
import { adminPath, asOperator, SOME_ID } from './support/wire.ts'

const PAGES = 12
const MAX_STREAMS = 200
const site = await startSlowSite(PAGES, 1_000)
afterAll(() => site.close())

const { test } = acceptance({ FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host })
// It starts a second service, which takes its time on a busy machine.
type Followed = { knowledgeBaseId: string; sourceId: string; syncId: string }

async function startSync(service: Service, knowledgeBaseId: string): Promise<Followed> {
  const { id: sourceId, last_sync } = await service.admin.sources.create(knowledgeBaseId, {
    name: 'Docs',
    settings: { type: 'website', url: `${site.origin}/` },
  })
  return { knowledgeBaseId, sourceId, syncId: last_sync?.id ?? '' }
}

const buildPath = ({ knowledgeBaseId, sourceId, syncId }: Followed) =>
  adminPath(knowledgeBaseId, `sources/${sourceId}/syncs/${syncId}/events`)

async function follow({ admin }: Service, followed: Followed): Promise<SyncEvent[]> {
  const { knowledgeBaseId, sourceId, syncId } = followed
  const events: SyncEvent[] = []
  for await (const event of admin.syncs.follow(knowledgeBaseId, sourceId, syncId)) {
    events.push(event)
  }
  checkResponse({
    method: 'GET',
    path: buildPath(followed),
    status: 200,
    contentType: 'text/event-stream',
    text: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  })
  return events
}

test('a sync is followed to its end, through any API process', async ({
  service,
  knowledge,
  database,
  embeddings,
}) => {
  await using other = await startService({
    databaseUrl: database.ownerUrl,
    command: 'api',
    env: steeredBy(embeddings),
  })
  const followed = await startSync(service, knowledge.knowledgeBaseId)
  const streams = [follow(service, followed), follow(other, followed)]
  const { knowledgeBaseId, sourceId, syncId } = followed
  for (const events of await Promise.all(streams)) {
    const last = events.at(-1)
    const { state, counts } = await service.admin.syncs.get(knowledgeBaseId, sourceId, syncId)
    expect(last).toMatchObject({ state, counts, done: true, page: null })
    expect(last).toMatchObject({ state: 'completed', counts: { added: PAGES, indexed: PAGES } })
    expect(events.length).toBeGreaterThan(2)
    expect(events.slice(0, -1).every(({ done }) => !done)).toBe(true)
    const fetched = events.map((event) => event.counts.fetched)
    expect(fetched).toEqual([...fetched].sort((a, b) => a - b))
    expect(events.map(({ page }) => page).join()).toContain(`${site.origin}/`)
  }
  // One that has ended has nothing but its end to tell.
  expect(await follow(service, followed)).toMatchObject([{ state: 'completed', done: true }])
  const strange = await fetch(service.baseUrl + buildPath({ ...followed, sourceId: SOME_ID }), {
    headers: asOperator,
  })
  expect(strange.status).toBe(404)
})

/** A sync that somebody works on for as long as the test takes. */
async function insertSync(ownerUrl: string, knowledge: Knowledge, sourceId: string) {
  const syncId = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a61'
  await asTenant(ownerUrl, knowledge, (client) =>
    client.query(
      `insert into syncs (knowledge_base_id, id, source_id, trigger, state, started_at, lease_owner, lease_expires_at)
       values ($1, $2, $3, 'manual', 'running', now(), $2, now() + interval '1 day')`,
      [knowledge.knowledgeBaseId, syncId, sourceId],
    ),
  )
  return { knowledgeBaseId: knowledge.knowledgeBaseId, sourceId, syncId }
}

test('open streams are bounded, and a client that disconnects makes room', async ({
  service,
  knowledge,
  database,
}) => {
  const { id: sourceId } = await createFiles(service, knowledge, {})
  const url = service.baseUrl + buildPath(await insertSync(database.ownerUrl, knowledge, sourceId))
  const open = async () => (await readMetrics(service)).value('footnote_sync_streams')
  const connect = (signal?: AbortSignal) =>
    fetch(url, { headers: asOperator, ...(signal ? { signal } : {}) })
  const clients = new AbortController()
  // Kept, because fetch closes the stream of a response that nobody holds.
  const streams: Response[] = []
  // One after the other: a burst may be refused for load.
  while (streams.length < MAX_STREAMS) {
    const stream = await connect(clients.signal)
    if (stream.status === 503) continue
    expect(stream.status).toBe(200)
    streams.push(stream)
  }
  expect(await open()).toBe(MAX_STREAMS)
  const refused = await connect()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  clients.abort()
  await vi.waitFor(async () => expect(await open()).toBe(0), 30_000)
  const again = new AbortController()
  expect((await connect(again.signal)).status).toBe(200)
  again.abort()
})
