import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChance } from '../support/chaos/chance.ts'
import { sleep, until } from '../support/chaos/load.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'
import type { IndexInspector } from './index-inspector.ts'
import { NO_FAULTS, openIndexInspector } from './index-inspector.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { documents: 150, kills: 20, sectionsEach: 12, indexedBetweenKills: 5 }
    : { documents: 40, kills: 4, sectionsEach: 6, indexedBetweenKills: 2 }

/** A dead worker's heartbeat is missed after 15 s, checked every 5 s; then the job runs again. */
const RECOVERY_MS = 180_000

const chance = createChance('worker-kills')

let database: TestDatabase
let inspector: IndexInspector
let api: Service
let knowledge: Knowledge

beforeAll(async () => {
  database = await createDatabase()
  inspector = await openIndexInspector(database)
  api = await startService({ databaseUrl: database.ownerUrl, command: 'api' })
  knowledge = await createKnowledge(api)
})

afterAll(async () => {
  await api?.kill()
  await inspector?.close()
  await database?.drop()
})

const startWorker = () => startService({ databaseUrl: database.ownerUrl, command: 'worker' })

function buildPage(index: number): string {
  const section = (part: number) =>
    `## Step ${part} of guide ${index}\n\n` +
    `To finish step ${part}, open panel ${index * part}, choose valve ${part} and wait. `.repeat(6)
  return Array.from({ length: SIZE.sectionsEach }, (_, part) => section(part)).join('\n\n')
}

async function putDocuments(): Promise<void> {
  for (let index = 0; index < SIZE.documents; index += 1) {
    await api.admin.documents.put(knowledge.knowledgeBaseId, {
      url: `https://docs.example.com/guide-${index}`,
      content: buildPage(index),
      content_type: 'text/markdown',
    })
  }
}

/** Kills a new worker once it has got this far, at some moment during a job. */
async function killWhile(worker: Service, since: Date, indexed: number): Promise<void> {
  const hasComeSoFar = async () => (await inspector.progress(since)).indexed >= indexed
  await until(`${indexed} documents`, hasComeSoFar, RECOVERY_MS)
  await sleep(chance.below(400, `with ${indexed} indexed`))
  await until('a job under way', async () => (await inspector.progress(since)).active > 0, 60_000)
  await worker.kill()
}

test('whenever workers are killed, every document ends up indexed once', async () => {
  const startedMs = performance.now()
  const putting = putDocuments()
  for (let kill = 1; kill <= SIZE.kills; kill += 1) {
    const since = new Date()
    await killWhile(await startWorker(), since, kill * SIZE.indexedBetweenKills)
  }
  await putting
  await using _last = await startWorker()
  const isDone = async () => {
    const { indexed, failed, waiting } = await inspector.progress(new Date())
    return indexed + failed === SIZE.documents && waiting === 0
  }
  const lastKillMs = performance.now()
  await until('the end of indexing', isDone, RECOVERY_MS)
  const endMs = performance.now()
  const runAgain = await inspector.jobsRunAgain()
  console.log(
    `worker-kills: ${SIZE.documents} documents, ${SIZE.kills} kills, ${runAgain} jobs run again, ` +
      `done ${((endMs - lastKillMs) / 1000).toFixed(1)} s after the last kill, ${((endMs - startedMs) / 1000).toFixed(0)} s in all`,
  )
  expect(runAgain).toBeGreaterThanOrEqual(SIZE.kills)
  expect(await inspector.states()).toEqual([{ state: 'indexed', documents: SIZE.documents }])
  expect(await inspector.faults()).toEqual(NO_FAULTS)
  expect(await inspector.passages()).toBeGreaterThan(SIZE.documents)
})
