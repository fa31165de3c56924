import pg from 'pg'
import { refusesKey } from '../../fakes/model-scripts.ts'
import type { ModelServer } from '../../fakes/model-server.ts'
import type { startRerankServer } from '../../fakes/rerank-server.ts'
import { startWebhookReceiver } from '../../fakes/webhook-receiver.ts'
import { expect } from 'vitest'
import type { Knowledge } from '../../support/knowledge.ts'
import { putPages } from '../../support/knowledge.ts'
import { openSocket } from '../../support/network/socket.ts'
import type { Service } from '../../support/service.ts'
import { createFiles, syncNow } from '../../support/sources.ts'
import { runSql } from '../../support/store/services.ts'
import { createGuarded, search } from './captcha.ts'
import { lookAlike } from './client-keys.ts'
import { sendSearch } from './wire.ts'

/** What moves metrics. */
export type World = {
  service: Service
  knowledge: Knowledge
  database: { ownerUrl: string }
  model: ModelServer
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
export const SCENARIOS: Record<string, Scenario[]> = {
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
  footnote_candidate_searches_total: [
    { labels: { server: 'primary' }, by: 1, move: searchTwoPages },
  ],
  footnote_candidate_fallbacks_total: [
    { labels: { reason: 'unavailable' }, by: 1, move: searchTwoPages },
  ],
  footnote_answers_total: [
    { labels: { outcome: 'answered' }, by: 1, move: askPage },
    {
      labels: { outcome: 'not_covered' },
      by: 1,
      move: ask,
    },
  ],
  footnote_first_word_seconds: [
    { labels: { writer: 'model' }, by: 1, move: askPage },
    { labels: { writer: 'extract' }, by: 1, move: askRefused },
  ],
  footnote_model_seconds: [
    { labels: { provider: 'openai-compatible', outcome: 'written' }, by: 1, move: askPage },
    {
      labels: { provider: 'openai-compatible', outcome: 'misconfigured' },
      by: 1,
      move: askRefused,
    },
  ],
  footnote_model_tokens_total: [
    { labels: { provider: 'openai-compatible', direction: 'input' }, by: 21, move: askPage },
    { labels: { provider: 'openai-compatible', direction: 'output' }, by: 4, move: askPage },
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
export const GAUGES: Record<
  string,
  { labels?: Record<string, string>; open: (world: World) => Promise<AsyncDisposable> }
> = {
  footnote_http_open_requests: { open: openRequest },
  footnote_websocket_connections: {
    open: ({ service, knowledge }) =>
      openSocket(service, knowledge.knowledgeBaseId, { client_key: knowledge.clientKey }),
  },
  footnote_jobs: { labels: { state: 'waiting' }, open: addWaitingJob },
  footnote_database_connections: { labels: { role: 'api', state: 'used' }, open: blockSearch },
}

/** The model refuses, so sections are quoted. */
async function askRefused(world: World): Promise<void> {
  world.model.script(refusesKey)
  await askPage(world)
}

/** In a queue that nobody works, for a minute and a half. */
export async function addWaitingJob({
  database,
}: Pick<World, 'database'>): Promise<AsyncDisposable> {
  const name = 'left-alone'
  const url = database.ownerUrl
  await runSql(url, `select pgboss.create_queue('${name}', '{"policy": "standard"}')`)
  await runSql(
    url,
    `insert into pgboss.job (name, data, start_after)
     values ('${name}', '{}', now() - interval '90 seconds')`,
  )
  return {
    [Symbol.asyncDispose]: () => runSql(url, `delete from pgboss.job where name = '${name}'`),
  }
}

/** A search that waits for a table. */
async function blockSearch({ knowledge, database }: World): Promise<AsyncDisposable> {
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  await client.query('begin')
  await client.query('lock table passages in access exclusive mode')
  const searching = knowledge.client.search({ query }).catch(() => undefined)
  return {
    async [Symbol.asyncDispose]() {
      await client.end()
      await searching
    },
  }
}

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
