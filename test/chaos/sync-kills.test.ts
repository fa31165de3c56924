import type { SourceInput } from '@footnote/client/admin'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CUT_OFF } from '../fakes/fake-api.ts'
import { startSlowSite } from '../fakes/slow-site.ts'
import type { ApiProduct } from '../support/api-products/api-product.ts'
import { startConfluence } from '../support/api-products/confluence.ts'
import { startNotion } from '../support/api-products/notion.ts'
import { createChance } from '../support/chaos/chance.ts'
import { percentile, sleep, until } from '../support/chaos/load.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, withDatabase } from '../support/store/services.ts'
import type { SlowEmbeddings } from './slow-embeddings.ts'
import { startSlowEmbeddings } from './slow-embeddings.ts'
import { openSyncInspector } from './sync-inspector.ts'
import { expectWhole, hasEnded, RECOVERY_MS } from './whole-sync.ts'

/** The pages of each source take longer than all worker lives together. */
const SIZE =
  process.env['CHAOS'] === 'full'
    ? { pages: 1_000, kills: 100, pageMs: 1_500, longestLifeMs: 5_500 }
    : { pages: 60, kills: 4, pageMs: 1_000, longestLifeMs: 3_000 }
const SHORTEST_LIFE_MS = 100
/** Well below the lease of 8 s, which matters only if a worker is cut off rather than killed. */
const TAKEN_OVER_MS = 5_000
const TAKEN_OVER_AT_ALL_MS = 60_000
const TEST_MS = 3_600_000

const chance = createChance('sync-kills')

let embeddings: SlowEmbeddings

beforeAll(async () => {
  embeddings = await startSlowEmbeddings()
})
afterAll(async () => {
  await embeddings?.close()
})

type SlowSource = { input: Omit<SourceInput, 'name'>; close(): Promise<void> }

/** A site gets four requests at a time. */
async function startSite(): Promise<SlowSource> {
  const site = await startSlowSite(SIZE.pages, SIZE.pageMs)
  return {
    input: { settings: { type: 'website', url: `${site.origin}/` } },
    close: () => site.close(),
  }
}

const FAULTS = [
  { status: 500 },
  CUT_OFF,
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 503, headers: { 'retry-after': '1' } },
]

/** An API gets one request at a time, and has a fault at each twentieth. */
async function startProduct(
  start: () => Promise<ApiProduct & { api: { perBatch: number } }>,
): Promise<SlowSource> {
  const product = await start()
  const { api, settings, credential } = product
  for (let number = 1; number <= SIZE.pages; number += 1) {
    const text = `To finish step ${number}, open panel ${number * 3}, and wait for valve ${number}.`
    product.put(number, { title: `Guide ${number}`, text })
  }
  api.perBatch = 250
  api.hinder = async (_call, number) => {
    await sleep(SIZE.pageMs / 6)
    return number % 20 === 0 ? (FAULTS[(number / 20) % FAULTS.length] ?? null) : null
  }
  return { input: { settings, credential }, close: () => product.close() }
}

const SOURCES: Readonly<Record<string, () => Promise<SlowSource>>> = {
  website: startSite,
  confluence: () => startProduct(() => startConfluence('cloud')),
  notion: () => startProduct(startNotion),
}

async function startSync(api: Service, { input }: SlowSource): Promise<void> {
  const { knowledgeBaseId } = await createKnowledge(api)
  await api.admin.sources.create(knowledgeBaseId, { name: 'A slow source', ...input })
}

/** How long workers live: evenly from the shortest to the longest, in an order left to chance. */
function livesMs(): number[] {
  const step = (SIZE.longestLifeMs - SHORTEST_LIFE_MS) / (SIZE.kills - 1)
  const lives = Array.from({ length: SIZE.kills }, (_, index) => SHORTEST_LIFE_MS + index * step)
  return chance.shuffled(lives, 'life')
}

type Life = { takenOverMs: number; done: number }
type Inspector = ReturnType<typeof openSyncInspector>

/** Lives for a while from when it has the sync, then is killed. */
async function liveAndDie(
  inspector: Inspector,
  lifeMs: number,
  start: () => Promise<Service>,
): Promise<Life> {
  const before = await inspector.sync()
  await using worker = await start()
  const readyMs = performance.now()
  const hasTakenOver = async () => (await inspector.sync()).owner !== before.owner
  await until('a worker with the sync', hasTakenOver, TAKEN_OVER_AT_ALL_MS)
  const takenOverMs = performance.now() - readyMs
  await sleep(lifeMs)
  await worker.kill()
  return { takenOverMs, done: (await inspector.sync()).done - before.done }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

test.for(Object.entries(SOURCES))(
  '%s: whenever workers are killed, the sync continues at once and ends with every page indexed once',
  { timeout: TEST_MS },
  async ([source, open]) => {
    await using slow = closing(await open())
    await using database: TestDatabase = await createDatabase()
    const name = new URL(database.ownerUrl).pathname.slice(1)
    const inspector = openSyncInspector(withDatabase(inject('services').adminDatabaseUrl, name))
    const env = {
      ...embeddings.environment,
      FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      SECRETS_KEY: 'a key that seals secrets in the tests',
    }
    const options = { databaseUrl: database.ownerUrl, env }
    await using api = await startService({ ...options, command: 'api' })
    await startSync(api, slow)
    const startedMs = performance.now()
    const lives: Life[] = []
    const start = () => startService({ ...options, command: 'worker' })
    for (const lifeMs of livesMs()) {
      lives.push(await liveAndDie(inspector, lifeMs, start))
      expect(await hasEnded(inspector), 'the sync is still to outlive the kills').toBe(false)
      if (lives.length % 10 === 0)
        console.log(`sync-kills: ${lives.length} kills, ${JSON.stringify(await inspector.sync())}`)
    }
    await using _last = await start()
    const lastKillMs = performance.now()
    await until('the end of the sync', () => hasEnded(inspector), RECOVERY_MS)
    const endMs = performance.now()
    const takenOver = lives.map(({ takenOverMs }) => takenOverMs)
    console.log(
      `sync-kills: ${source}, ${SIZE.pages} pages, ${SIZE.kills} kills, ` +
        `${lives.filter(({ done }) => done > 0).length} lives got something done, taken over after ` +
        `${seconds(percentile(takenOver, 0.5))} (median), ended ${seconds(endMs - lastKillMs)} after the last kill, ` +
        `${seconds(endMs - startedMs)} in all`,
    )
    expect(percentile(takenOver, 0.5)).toBeLessThan(TAKEN_OVER_MS)
    expect((await inspector.sync()).state).toBe('completed')
    await expectWhole(inspector, SIZE.pages)
  },
)

const closing = <Closable extends { close(): Promise<void> }>(closable: Closable) =>
  Object.assign(closable, { [Symbol.asyncDispose]: () => closable.close() })
