import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { DEFAULT_LIMIT } from '@footnote/contract/limits'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { buildCopy } from '../server/src/knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../server/src/knowledge/spaces/embedding-space-index.ts'
import type { Db } from '../server/src/platform/database/db.ts'
import { openDatabase } from '../server/src/platform/database/db.ts'
import { readAsTenant } from '../server/src/platform/database/tenant.ts'
import type { CandidateSource } from '../server/src/retrieval/candidate-source.ts'
import { findCandidates, readCandidates } from '../server/src/retrieval/candidates.ts'
import { embedQuestion } from '../server/src/retrieval/embed-question.ts'
import { gateStatement } from '../server/src/retrieval/gate.ts'
import type { RetrievalQuery } from '../server/src/retrieval/retrieve.ts'
import { retrieve } from '../server/src/retrieval/retrieve.ts'
import { createStandbySource } from '../server/src/retrieval/standby-source.ts'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import type { Embedder } from '../server/src/models/embedding/embedder.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { fakeVector } from '../test/fakes/embeddings-server.ts'
import { runSql, withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { backendCpuMs } from './lib/process-cpu.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import { indexSet } from './lib/sets/index-set.ts'
import { readSet, shorten } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'

const SIZE = { full: { queries: 200, rounds: 5 }, short: { queries: 40, rounds: 2 } }
const SHORT_SET = { documents: 300, queries: 60 }
const TIMEOUT_MS = 60_000
const never = new AbortController().signal

/**
 * Where the CPU time of a search goes when another server finds its candidates: the backend of the primary
 * and that of the other, beside one that does everything. Three connections to one server, by the
 * product's own functions, in turns; a standby runs the same statements. The texts are real, and vectors
 * have a number for each word: what comparing them costs does not depend on what they say.
 */
export async function run({ dataDir, short }: BenchOptions): Promise<Figures> {
  const whole = await readSet(dataDir, 'scifact')
  if (!whole) return { skipped: `no scifact in ${dataDir}` }
  const size = short ? SIZE.short : SIZE.full
  const set = short ? shorten(whole, SHORT_SET) : whole
  const texts = set.queries.slice(0, size.queries).map(({ text }) => text)
  return withDatabase((database) =>
    withRoles(database, async (roles) => {
      const deps = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
      const index = await indexSet(roles, deps, set)
      const exact = await measure(index, texts, size.rounds)
      const tidying = { db: roles.worker.db, indexes: createSpaceIndexes(roles.ownerUrl) }
      await buildCopy(tidying, index.caller, index.caller.space, never)
      await runSql(roles.ownerUrl, 'vacuum analyze indexed_vectors')
      const indexed = await measure(index, texts, size.rounds)
      print({ exact, indexed })
      return {
        passages: index.passages,
        queries: texts.length,
        rounds: size.rounds,
        exact,
        indexed,
      }
    }),
  )
}

const DIMENSIONS = 384
const embed = (text: string) => Float32Array.from(fakeVector(text, DIMENSIONS))
const embedder: Embedder = {
  model: 'words',
  dimensions: DIMENSIONS,
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => texts.map(embed),
  embedQuery: async (text) => embed(text),
  close: async () => undefined,
}

type Measured = Awaited<ReturnType<typeof measure>>

async function measure(index: SetIndex, texts: readonly string[], rounds: number) {
  await using alone = await openBackend(index)
  await using primary = await openBackend(index)
  await using other = await openBackend(index)
  await using gate = await openBackend(index)
  const source = sourceOn(other.db)
  const search = (db: Db, text: string, from?: CandidateSource) =>
    retrieve({ ...index, db, source: from }, buildQuery(index, text), never)
  const ways = {
    whole: (text: string) => search(alone.db, text),
    split: (text: string) => search(primary.db, text, source),
    gate: (text: string) => passGate(gate.db, index, text),
  }
  let same = 0
  for (const text of texts) {
    const [one, two] = [await ways.whole(text), await ways.split(text)]
    await ways.gate(text)
    same += Number(isDeepStrictEqual(one, two))
  }
  const backends = { whole: alone, primary, standby: other, gate }
  const measured: Record<string, number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = Object.values(backends).map(({ processId }) => backendCpuMs(processId))
    const service = { whole: 0, split: 0 }
    for (const text of texts) {
      for (const way of ['whole', 'split'] as const) {
        const began = process.cpuUsage()
        await ways[way](text)
        const { user, system } = process.cpuUsage(began)
        service[way] += (user + system) / 1000
      }
      await ways.gate(text)
    }
    const spent = Object.entries(backends).map(([name, { processId }], at) => [
      name,
      (backendCpuMs(processId) - (before[at] ?? 0)) / texts.length,
    ])
    measured.push({
      ...Object.fromEntries(spent),
      serviceWhole: service.whole / texts.length,
      serviceSplit: service.split / texts.length,
    })
  }
  const median = (name: string) =>
    rounded(
      percentile(
        measured.map((round) => round[name] ?? 0),
        0.5,
      ),
    )
  const shares = measured.map((round) => (round['primary'] ?? 0) / (round['whole'] ?? 1))
  return {
    wholeMs: median('whole'),
    primaryMs: median('primary'),
    standbyMs: median('standby'),
    gateMs: median('gate'),
    primaryShare: rounded(percentile(shares, 0.5)),
    serviceWholeMs: median('serviceWhole'),
    serviceSplitMs: median('serviceSplit'),
    sameReplies: same,
  }
}

const buildQuery = ({ caller }: SetIndex, text: string): RetrievalQuery => ({
  caller,
  text,
  groupIds: null,
  limit: DEFAULT_LIMIT,
})

/** As `createStandbys`, with one that is always up to date. */
const sourceOn = (db: Db): CandidateSource =>
  createStandbySource(
    {
      read: async (work) => ({ server: 'other', result: await work(db) }),
      close: async () => undefined,
    },
    TIMEOUT_MS,
  )

const named = new Map<string, string[]>()

/** The gate's statement alone, with the ids that the search finds. */
async function passGate(db: Db, { caller, embedders }: SetIndex, text: string): Promise<void> {
  const question = await embedQuestion(embedders, caller, text, never)
  const query = { ...question, spaceId: caller.space.id, groupIds: null }
  await readAsTenant(db, caller, async (tx) => {
    const ids =
      named.get(text) ?? (await findCandidates(tx, query)).map(({ passageId }) => passageId)
    named.set(text, ids)
    await readCandidates(tx, query, gateStatement(query, ids))
  })
}

/** One connection as the api role, and the process that serves it. */
async function openBackend({ roles }: SetIndex) {
  const { db, pool } = openDatabase({
    url: roles.ownerUrl,
    role: 'footnote_api',
    maxConnections: 1,
    statementTimeoutMs: TIMEOUT_MS,
    onIdleError: () => undefined,
  })
  // It is the only one: kept open between rounds.
  pool.options.idleTimeoutMillis = 0
  const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db)
  return {
    db,
    processId: rows[0]?.id ?? 0,
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

function print(measured: Record<string, Measured>): void {
  printTable(
    'CPU time of a search in ms, candidates found elsewhere',
    [
      'vectors',
      'alone',
      'primary',
      'share',
      'of it the gate',
      'standby',
      'service',
      'service, split',
      'same',
    ],
    Object.entries(measured).map(([name, each]) => [
      name,
      each.wholeMs,
      each.primaryMs,
      each.primaryShare,
      each.gateMs,
      each.standbyMs,
      each.serviceWholeMs,
      each.serviceSplitMs,
      each.sameReplies,
    ]),
  )
}
