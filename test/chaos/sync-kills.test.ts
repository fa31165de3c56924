import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { EmbeddingsServer } from '../fakes/embeddings-server.ts'
import { startEmbeddingsServer } from '../fakes/embeddings-server.ts'
import { sleep, until } from '../support/chaos-load.ts'
import type { ChaosPostgres } from '../support/chaos-postgres.ts'
import { startChaosPostgres } from '../support/chaos-postgres.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/services.ts'
import { createDatabase, withDatabase } from '../support/services.ts'
import { createFiles } from '../support/sources.ts'
import { openSyncInspector } from './sync-inspector.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { pages: 600, kills: 100, restarts: 10, delayMs: 120 }
    : { pages: 60, kills: 4, restarts: 2, delayMs: 120 }

/** A lost lease is noticed after 10 s; a job whose worker died comes again after 20 s. */
const RECOVERY_MS = 300_000
const TEST_MS = 3_600_000

let embeddings: EmbeddingsServer
let environment: Record<string, string>

beforeAll(async () => {
  embeddings = await startEmbeddingsServer({ dimensions: 16, delayMs: SIZE.delayMs })
  environment = {
    EMBEDDING_MODEL_DIR: '',
    EMBEDDING_URL: embeddings.url,
    EMBEDDING_MODEL: 'slow',
    EMBEDDING_DIMENSIONS: '16',
  }
})
afterAll(() => embeddings?.close())

const filesOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `guide/page-${index}.md`,
      `# Valve ${index}\n\n## Opening\n\nValve ${index} is opened by hand.\n\n` +
        `## Closing\n\nValve ${index} closes by itself after ${index + 3} seconds.`,
    ]),
  )

type Inspector = ReturnType<typeof openSyncInspector>

/** All pages, once, each with a reason; and an index without a fault. */
async function expectWhole(inspector: Inspector): Promise<void> {
  expect(await inspector.pages()).toEqual([
    { state: 'added', pages: SIZE.pages, without_reason: 0 },
  ])
  expect(await inspector.documents()).toEqual([{ state: 'indexed', documents: SIZE.pages }])
  expect(await inspector.strays()).toEqual({ strays: 0 })
  expect(await inspector.faults()).toEqual({
    doubledPassages: 0,
    documentsWithGaps: 0,
    documentsMiscounted: 0,
    passagesWithoutOneVector: 0,
    termsMiscounted: 0,
  })
}

async function startSync(api: Service, knowledge: Knowledge): Promise<void> {
  const source = await createFiles(api, knowledge, filesOf(SIZE.pages))
  await api.admin.syncs.start(knowledge.knowledgeBaseId, source.id)
}

const hasEnded = async (inspector: Inspector) => {
  const { state } = await inspector.sync()
  return state !== 'queued' && state !== 'running'
}

test(
  'whatever moments workers are killed at, one sync ends with every page in the index once',
  { timeout: TEST_MS },
  async () => {
    await using database: TestDatabase = await createDatabase()
    const name = new URL(database.ownerUrl).pathname.slice(1)
    const inspector = openSyncInspector(withDatabase(inject('services').adminDatabaseUrl, name))
    const options = { databaseUrl: database.ownerUrl, env: environment }
    await using api = await startService({ ...options, command: 'api' })
    await startSync(api, await createKnowledge(api))
    const startedMs = performance.now()
    let owners = 0
    for (let kill = 0; kill < SIZE.kills; kill += 1) {
      const before = await inspector.sync()
      await using worker = await startService({ ...options, command: 'worker' })
      const isUnderWay = async () => (await inspector.sync()).owner !== before.owner
      // Mostly in the middle of its work; some do not even get to begin.
      if (kill % 4 !== 3) {
        await until('the lease', isUnderWay, 60_000)
        owners += 1
      }
      await sleep(randomInt(500))
      await worker.kill()
      expect(await hasEnded(inspector), 'the sync is still to outlive the kills').toBe(false)
    }
    await using _last = await startService({ ...options, command: 'worker' })
    const lastKillMs = performance.now()
    await until('the end of the sync', () => hasEnded(inspector), RECOVERY_MS)
    const endMs = performance.now()
    console.log(
      `sync-kills: ${SIZE.pages} pages, ${SIZE.kills} kills, ${owners} of them with the lease, done ` +
        `${((endMs - lastKillMs) / 1000).toFixed(1)} s after the last, ${((endMs - startedMs) / 1000).toFixed(0)} s in all`,
    )
    expect((await inspector.sync()).state).toBe('completed')
    await expectWhole(inspector)
  },
)

test(
  'one sync outlives restarts of PostgreSQL, with every page in the index once',
  { timeout: TEST_MS },
  async () => {
    const postgres: ChaosPostgres = await startChaosPostgres()
    try {
      const inspector = openSyncInspector(postgres.superuserUrl)
      await using service = await startService({
        databaseUrl: postgres.databaseUrl,
        env: environment,
      })
      await startSync(service, await createKnowledge(service))
      const step = Math.floor((2 * SIZE.pages) / (SIZE.restarts + 1))
      const startedMs = performance.now()
      for (let restart = 1; restart <= SIZE.restarts; restart += 1) {
        const hasComeSoFar = async () => (await inspector.sync()).done >= restart * step
        await until(`${restart * step} done`, hasComeSoFar, RECOVERY_MS)
        expect(await hasEnded(inspector), 'the sync is still to outlive the restarts').toBe(false)
        await postgres.kill()
        await sleep(randomInt(1000))
        await postgres.start()
      }
      await until('the end of the sync', () => hasEnded(inspector), RECOVERY_MS)
      console.log(
        `sync-restarts: ${SIZE.pages} pages, ${SIZE.restarts} restarts of PostgreSQL, ` +
          `${((performance.now() - startedMs) / 1000).toFixed(0)} s in all`,
      )
      expect((await inspector.sync()).state).toBe('completed')
      await expectWhole(inspector)
    } finally {
      await postgres.stop()
    }
  },
)
