import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChance } from '../support/chaos/chance.ts'
import { sleep, until } from '../support/chaos/load.ts'
import type { ChaosPostgres } from '../support/chaos/postgres.ts'
import { startChaosPostgres } from '../support/chaos/postgres.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { createFiles } from '../support/sources.ts'
import type { SlowEmbeddings } from './slow-embeddings.ts'
import { startSlowEmbeddings } from './slow-embeddings.ts'
import { openSyncInspector } from './sync-inspector.ts'
import { expectWhole, hasEnded, RECOVERY_MS } from './whole-sync.ts'

const SIZE =
  process.env['CHAOS'] === 'full' ? { pages: 600, restarts: 10 } : { pages: 60, restarts: 2 }
const TEST_MS = 3_600_000

const chance = createChance('sync-restarts')

let embeddings: SlowEmbeddings

beforeAll(async () => {
  embeddings = await startSlowEmbeddings()
})
afterAll(() => embeddings?.close())

const makeFiles = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `guide/page-${index}.md`,
      `# Valve ${index}\n\n## Opening\n\nValve ${index} is opened by hand.\n\n` +
        `## Closing\n\nValve ${index} closes by itself after ${index + 3} seconds.`,
    ]),
  )

async function startSync(api: Service, knowledge: Knowledge): Promise<void> {
  const source = await createFiles(api, knowledge, makeFiles(SIZE.pages))
  await api.admin.syncs.start(knowledge.knowledgeBaseId, source.id)
}

test(
  'a sync survives restarts of PostgreSQL, with every page indexed once',
  { timeout: TEST_MS },
  async () => {
    const postgres: ChaosPostgres = await startChaosPostgres()
    try {
      const inspector = openSyncInspector(postgres.superuserUrl)
      await using service = await startService({
        databaseUrl: postgres.databaseUrl,
        env: embeddings.environment,
      })
      await startSync(service, await createKnowledge(service))
      const step = Math.floor((2 * SIZE.pages) / (SIZE.restarts + 1))
      const startedMs = performance.now()
      for (let restart = 1; restart <= SIZE.restarts; restart += 1) {
        const hasComeSoFar = async () => (await inspector.sync()).done >= restart * step
        await until(`${restart * step} done`, hasComeSoFar, RECOVERY_MS)
        expect(await hasEnded(inspector), 'the sync is still to outlive the restarts').toBe(false)
        await postgres.kill()
        await sleep(chance.below(1_000, `restart ${restart}`))
        await postgres.start()
      }
      await until('the end of the sync', () => hasEnded(inspector), RECOVERY_MS)
      console.log(
        `sync-restarts: ${SIZE.pages} pages, ${SIZE.restarts} restarts of PostgreSQL, ` +
          `${((performance.now() - startedMs) / 1000).toFixed(0)} s in all`,
      )
      expect((await inspector.sync()).state).toBe('completed')
      await expectWhole(inspector, SIZE.pages)
    } finally {
      await postgres.stop()
    }
  },
)
