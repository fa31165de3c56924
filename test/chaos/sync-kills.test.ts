import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { SlowSite } from '../fakes/slow-site.ts'
import { startSlowSite } from '../fakes/slow-site.ts'
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

/** A site gets four requests at a time: the pages take longer than all worker lives together. */
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
let site: SlowSite

beforeAll(async () => {
  embeddings = await startSlowEmbeddings()
  site = await startSlowSite(SIZE.pages, SIZE.pageMs)
})
afterAll(async () => {
  await site?.close()
  await embeddings?.close()
})

async function startSync(api: Service): Promise<void> {
  const { knowledgeBaseId } = await createKnowledge(api)
  await api.admin.sources.create(knowledgeBaseId, {
    name: 'A slow site',
    settings: { type: 'website', url: `${site.origin}/` },
  })
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

test(
  'whenever workers are killed, the sync continues at once and ends with every page indexed once',
  { timeout: TEST_MS },
  async () => {
    await using database: TestDatabase = await createDatabase()
    const name = new URL(database.ownerUrl).pathname.slice(1)
    const inspector = openSyncInspector(withDatabase(inject('services').adminDatabaseUrl, name))
    const env = {
      ...embeddings.environment,
      FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host,
    }
    const options = { databaseUrl: database.ownerUrl, env }
    await using api = await startService({ ...options, command: 'api' })
    await startSync(api)
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
      `sync-kills: ${SIZE.pages} pages, ${SIZE.kills} kills, ` +
        `${lives.filter(({ done }) => done > 0).length} lives got something done, taken over after ` +
        `${seconds(percentile(takenOver, 0.5))} (median), ended ${seconds(endMs - lastKillMs)} after the last kill, ` +
        `${seconds(endMs - startedMs)} in all`,
    )
    expect(percentile(takenOver, 0.5)).toBeLessThan(TAKEN_OVER_MS)
    expect((await inspector.sync()).state).toBe('completed')
    await expectWhole(inspector, SIZE.pages)
  },
)
