import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { processMetricNames } from '../../scripts/lib/process-metrics.ts'
import { startRerankServer } from '../fakes/rerank-server.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { steeredBy } from '../support/acceptance.ts'
import { freePort } from '../support/network/free-port.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { putPages } from '../support/knowledge.ts'
import { readMetrics } from '../support/read-metrics.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { openSocket } from '../support/network/socket.ts'
import { createFiles, syncNow } from '../support/sources.ts'
import { captchaTest, createGuarded, search, verifiedBy } from './support/captcha.ts'
import { lookAlike } from './support/client-keys.ts'
import { sendSearch } from './support/wire.ts'

/** A service with everything that has metrics: a reranker, CAPTCHA, and an unreachable Redis. */
const test = captchaTest
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('reranking', { scope: 'file' }, async ({}, { onCleanup }) => {
    const reranking = await startRerankServer()
    onCleanup(() => reranking.close())
    return reranking
  })
  .extend(
    'service',
    { scope: 'file' },
    async ({ database, embeddings, recaptcha, reranking }, { onCleanup }) => {
      const env = {
        ...steeredBy(embeddings),
        ...verifiedBy(recaptcha),
        RERANK_URL: reranking.url,
        RERANK_MODEL: 'rerank-small',
        RERANK_TIMEOUT_MS: '10000',
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
        RATE_LIMIT_PER_KEY: '100000',
        MIN_ADAPTIVE_LIMIT: '16',
        SECRETS_KEY: 'a key for the tests, 32 characters',
        FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
      }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )

type World = {
  service: Service
  knowledge: Knowledge
  reranking: Awaited<ReturnType<typeof startRerankServer>>
}

/** What moves a counter or a histogram, and by how much at least. */
type Scenario = {
  labels?: Record<string, string>
  by: number
  move: (world: World) => Promise<unknown>
}

const PAGE = {
  url: 'https://docs.example.com/valve',
  content: '# Valve\n\nTurn the valve by hand after every restart of the pump.',
}
const OTHER_PAGE = {
  url: 'https://docs.example.com/tap',
  content: '# Tap\n\nTurn the tap by hand, as you turn the valve.',
}
const FILES = {
  'a.md': '# Pump\n\nThe pump is primed with two litres of clean water.',
  'b.md': '# Boiler\n\nThe boiler is lit with a long match, never a short one.',
}

const query = 'turn the valve by hand'
const searchOnce = ({ service, knowledge }: World) => sendSearch(service, knowledge, { query })
const putPage = ({ service, knowledge }: World) =>
  putPages(service, knowledge.knowledgeBaseId, [PAGE])
/** One passage has no order to better. */
const searchTwoPages = async (world: World) => {
  const { service, knowledge } = world
  await putPages(service, knowledge.knowledgeBaseId, [PAGE, OTHER_PAGE])
  return searchOnce(world)
}
/** To the end of the stream. */
async function ask({ knowledge }: World): Promise<void> {
  for await (const _ of knowledge.client.ask({ query }));
}
const askPage = async (world: World) => {
  await putPage(world)
  await ask(world)
}
const syncFiles =
  (files: Record<string, string>) =>
  async ({ service, knowledge }: World) => {
    const source = await createFiles(service, knowledge, files)
    return syncNow(service, knowledge.knowledgeBaseId, source.id)
  }
const route = '/api/v1/public/knowledge-bases/:knowledgeBaseId/search'

/** Scenarios of every metric, one for each value of a label that tells apart what happened. */
const SCENARIOS: Record<string, Scenario[]> = {
  footnote_http_request_seconds: [
    { labels: { method: 'POST', route, status: '200' }, by: 1, move: searchOnce },
  ],
  footnote_refusals_total: [
    {
      labels: { code: 'UNAUTHORIZED' },
      by: 1,
      move: ({ service, knowledge }) =>
        sendSearch(service, { ...knowledge, clientKey: lookAlike('fnp') }, { query }),
    },
  ],
  footnote_retrieval_seconds: ['embed', 'search', 'rerank'].map((step) => ({
    labels: { step },
    by: 1,
    move: searchTwoPages,
  })),
  footnote_rerank_fallbacks_total: [
    {
      by: 1,
      move: async (world) => {
        world.reranking.fail({ kind: 'page' })
        await searchTwoPages(world)
      },
    },
  ],
  footnote_answers_total: [
    { labels: { outcome: 'answered' }, by: 1, move: askPage },
    {
      labels: { outcome: 'not_covered' },
      by: 1,
      move: ask,
    },
  ],
  footnote_indexed_documents_total: [
    { labels: { outcome: 'indexed' }, by: 1, move: putPage },
    { labels: { outcome: 'failed' }, by: 1, move: syncFiles({ 'broken.pdf': 'no pdf' }) },
  ],
  footnote_indexed_passages_total: [{ by: 1, move: putPage }],
  footnote_syncs_total: [
    { labels: { state: 'completed' }, by: 1, move: syncFiles(FILES) },
    { labels: { state: 'held' }, by: 1, move: syncUntilHeld },
  ],
  footnote_sync_pages_total: [
    { labels: { state: 'added' }, by: 2, move: syncFiles(FILES) },
    { labels: { state: 'failed' }, by: 1, move: syncFiles({ 'broken.pdf': 'no pdf' }) },
  ],
  footnote_captcha_checks_total: [
    {
      labels: { outcome: 'missing' },
      by: 1,
      move: async ({ service }) => search(service, await createGuarded(service)),
    },
  ],
  footnote_limiter_fallbacks_total: [{ by: 1, move: searchOnce }],
  footnote_webhook_attempts_total: [
    { labels: { outcome: 'delivered' }, by: 1, move: sendWebhook(204) },
    { labels: { outcome: 'retried' }, by: 1, move: sendWebhook(500) },
  ],
}

/** What a gauge counts, one of it, until it is disposed of. */
const GAUGES: Record<string, (world: World) => Promise<AsyncDisposable>> = {
  footnote_http_open_requests: openRequest,
  footnote_websocket_connections: ({ service, knowledge }) =>
    openSocket(service, knowledge.knowledgeBaseId, { client_key: knowledge.clientKey }),
}

/** What it is has a test of its own. */
const ADAPTIVE_LIMIT = 'footnote_http_adaptive_limit'
/** Goes up and down in sync-events.test.ts, which has a sync that stays under way. */
const SYNC_STREAMS = 'footnote_sync_streams'

test('every metric of the service has a scenario', async ({ service }) => {
  const ofProcess = processMetricNames()
  const { types } = await readMetrics(service)
  const names = [...types.keys()].filter((name) => !ofProcess.has(name))
  expect(names.toSorted()).toEqual(
    [...Object.keys({ ...SCENARIOS, ...GAUGES }), ADAPTIVE_LIMIT, SYNC_STREAMS].toSorted(),
  )
})

const cases = Object.entries(SCENARIOS).flatMap(([name, scenarios]) =>
  scenarios.map((scenario) => ({
    name,
    ...scenario,
    shown: Object.values(scenario.labels ?? {}).join(' '),
  })),
)

for (const { name, labels, by, move, shown } of cases) {
  test(`${name} ${shown} is moved by what it names`, async ({ service, knowledge, reranking }) => {
    const value = async () => (await readMetrics(service)).value(name, labels)
    const before = await value()
    await move({ service, knowledge, reranking })
    // Some are counted only when the response is through.
    await expect.poll(value).toBeGreaterThanOrEqual(before + by)
  })
}

for (const [name, open] of Object.entries(GAUGES)) {
  test(`${name} goes up and down with what it names`, async ({ service, knowledge, reranking }) => {
    const value = async () => (await readMetrics(service)).value(name)
    const before = await value()
    await using opened = await open({ service, knowledge, reranking })
    await expect.poll(value).toBe(before + 1)
    await opened[Symbol.asyncDispose]()
    await expect.poll(value).toBe(before)
  })
}

test(`${ADAPTIVE_LIMIT} shrinks while searches take too long`, async ({
  service,
  knowledge,
  embeddings,
}) => {
  const value = async () => (await readMetrics(service)).value(ADAPTIVE_LIMIT)
  const before = await value()
  expect(before).toBeGreaterThan(0)
  embeddings.delay(600_000)
  const leaving = new AbortController()
  // More than the limit never goes below, each given up on after longer than a search may take.
  const searches = Array.from({ length: 40 }, (_, at) =>
    knowledge.client.search({ query: `valve ${at}` }, { signal: leaving.signal }),
  )
  await sleep(3_000)
  leaving.abort()
  await Promise.allSettled(searches)
  embeddings.delay(0)
  await expect.poll(value).toBeLessThan(before)
})

test('the usual process metrics are there', async ({ service }) => {
  const page = await readMetrics(service)
  for (const name of processMetricNames()) expect(page.types.has(name), name).toBe(true)
  expect(page.value('footnote_process_cpu_user_seconds_total')).toBeGreaterThan(0)
  expect(page.value('footnote_process_resident_memory_bytes')).toBeGreaterThan(0)
})

/** A search whose reranker does not answer, for as long as it is waited for. */
async function openRequest({ service, knowledge, reranking }: World): Promise<AsyncDisposable> {
  await putPages(service, knowledge.knowledgeBaseId, [PAGE, OTHER_PAGE])
  reranking.fail({ kind: 'hang' })
  const leaving = new AbortController()
  const searching = knowledge.client.search({ query }, { signal: leaving.signal })
  const ended = searching.catch(() => undefined)
  return {
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await ended
    },
  }
}

/** It would delete all there is. */
async function syncUntilHeld({ service, knowledge }: World): Promise<void> {
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  for (const path of Object.keys(FILES)) await service.admin.sourceFiles.remove(kb, source.id, path)
  await syncNow(service, kb, source.id)
}

/** To a receiver that answers with this status. */
function sendWebhook(status: number) {
  return async ({ service, knowledge }: World): Promise<void> => {
    const receiver = await startWebhookReceiver()
    receiver.behave(status)
    const { workspaceId } = knowledge
    const { webhooks } = service.admin
    const settings = { url: receiver.url, events: ['sync.failed' as const] }
    const { id } = await webhooks.create(workspaceId, settings)
    await webhooks.test(workspaceId, id)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await receiver.close()
  }
}
