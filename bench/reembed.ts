import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { activeSpace } from '../server/src/knowledge/spaces/embedding-space.ts'
import { createEmbedder } from '../server/src/models/embedding/create-embedder.ts'
import { withTenant } from '../server/src/platform/database/tenant.ts'
import { startEmbeddingsServer } from '../test/fakes/embeddings-server.ts'
import { createPublicKey } from '../test/support/knowledge.ts'
import type { Service } from '../test/support/service.ts'
import { ADMIN_TOKEN, startService } from '../test/support/service.ts'
import type { Roles } from './lib/database.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import { ROOT, type BenchOptions } from './lib/options.ts'
import { judge } from './lib/load/reembed-verdict.ts'
import { searchOnce, searchSteadily } from './lib/load/steady-searches.ts'
import { createRandom, createVectors } from './lib/data/synthetic.ts'
import { createTexts } from './lib/data/synthetic-text.ts'
import { printTable } from './lib/table.ts'
import { createTenant, documentWriter } from './lib/data/write-documents.ts'

const FULL = { passages: 50_000, questions: 200 }
const SHORT = { passages: 2_000, questions: 40 }
const PASSAGES_A_DOCUMENT = 100
const SEARCHES_PER_SECOND = 20
/** Searches before the change, between it and the rollback, and after. */
const QUIET_SECONDS = 10
const OTHER_MODEL = 'other'

/**
 * A knowledge base changes its model and back while it is searched. The old vectors lie around those
 * of the questions, the new ones come from a server that speaks OpenAI's protocol. Both have 384
 * dimensions, so that a search that mixed them would not fail but show other scores than either.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const base = options.short ? SHORT : FULL
  const sizes = { ...base, passages: options.passages ?? base.passages }
  const texts = createTexts(createRandom(11))
  const questions = Array.from({ length: sizes.questions }, () => texts.question().join(' '))
  const model = await createEmbedder({ kind: 'local', modelDir: options.modelDir })
  const centres: Float32Array[] = []
  for (const question of questions) centres.push(await model.embedQuery(question))
  await model.close()
  const { dimensions } = model
  const nextVector = createVectors(centres, 0.6, createRandom(12))
  const old = { ...model, embedPassages: async (some: readonly string[]) => some.map(nextVector) }
  const server = await startEmbeddingsServer({ dimensions })
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const tenant = await createTenant(roles, old, 'Re-embedding')
        const write = documentWriter(roles, old, tenant)
        for (let count = 0; count < sizes.passages; count += PASSAGES_A_DOCUMENT) {
          const passages = Array.from({ length: PASSAGES_A_DOCUMENT }, () => texts.passage())
          await write(
            `https://a.test/${count}`,
            passages.map((words) => words.join(' ')),
          )
        }
        // Already written: the service's worker must not parse and embed them again.
        await sql`delete from pgboss.job where name = 'index-document'`.execute(roles.worker.db)
        await using service = await startService({
          databaseUrl: database.ownerUrl,
          env: {
            EMBEDDING_MODEL_DIR: options.modelDir,
            EMBEDDING_URL: server.url,
            EMBEDDING_MODEL: OTHER_MODEL,
            EMBEDDING_DIMENSIONS: String(dimensions),
          },
        })
        if (sizes.passages > 20_000) await untilIndexed(roles, tenant)
        return await measure(service, tenant.knowledgeBaseId, questions, sizes.passages)
      }),
    )
  } finally {
    await server.close()
  }
}

/** The worker makes the index that this many passages ask for. */
async function untilIndexed({ worker }: Roles, tenant: Parameters<typeof withTenant>[1]) {
  while (!(await withTenant(worker.db, tenant, activeSpace)).indexed) await sleep(1_000)
}

async function measure(
  service: Service,
  knowledgeBaseId: string,
  questions: readonly string[],
  passages: number,
): Promise<Figures> {
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId)
  const target = {
    url: `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledgeBaseId}/search`,
    headers: { 'x-client-key': clientKey, 'content-type': 'application/json' },
  }
  const askAll = async () => {
    const signatures: (string | null)[] = []
    for (const question of questions) signatures.push(await searchOnce(target, question))
    return signatures
  }
  const before = await askAll()
  const searches = searchSteadily(target, questions, SEARCHES_PER_SECOND)
  await sleep(QUIET_SECONDS * 1000)
  const startMs = performance.now()
  await service.admin.reembed.start(knowledgeBaseId, { model: OTHER_MODEL })
  while ((await service.admin.reembed.get(knowledgeBaseId)).state !== 'finished') await sleep(200)
  const finishedMs = performance.now()
  const after = await askAll()
  await sleep(QUIET_SECONDS * 1000)
  const rollbackMs = performance.now()
  await rollBack(service, knowledgeBaseId)
  const rolledBackMs = performance.now()
  await sleep(QUIET_SECONDS * 1000)
  const observed = await searches.stop()
  const verdict = judge(
    observed,
    { before, after },
    { startMs, finishedMs, rollbackMs, rolledBackMs },
  )
  const figures = {
    passages,
    searchesPerSecond: SEARCHES_PER_SECOND,
    seconds: rounded((finishedMs - startMs) / 1000),
    passagesPerSecond: rounded((passages * 1000) / (finishedMs - startMs)),
    rollbackSeconds: rounded((rolledBackMs - rollbackMs) / 1000),
    ...verdict,
  }
  print(figures)
  return figures
}

/** As an operator does: one command. */
async function rollBack(service: Service, knowledgeBaseId: string): Promise<void> {
  const command = [join(ROOT, 'cli/src/main.ts'), 'reembed', knowledgeBaseId, '--rollback']
  await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, FOOTNOTE_URL: service.baseUrl, FOOTNOTE_ADMIN_TOKEN: ADMIN_TOKEN },
  })
}

function print(figures: Record<string, number>): void {
  const pick = (...names: string[]) => names.map((name) => figures[name] ?? null)
  printTable(
    `${figures['passages']} passages re-embedded in ${figures['seconds']} s under ${figures['searchesPerSecond']} searches/s`,
    ['', 'searches', 'failed', 'mixed', 'late', 'median ms', 'p99 ms'],
    [
      ['all', ...pick('searches', 'failed', 'mixed', 'late'), null, null],
      ['goal', null, 0, 0, null, null, null],
      ['before', null, null, null, null, ...pick('quietMedianMs', 'quietP99Ms')],
      ['while re-embedding', null, null, null, null, ...pick('busyMedianMs', 'busyP99Ms')],
    ],
  )
  console.log(
    `Questions that tell the models apart: ${figures['telling']}. Rollback, one command: ${figures['rollbackSeconds']} s.`,
  )
}
