import { basename } from 'node:path'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import { buildCopy, dropCopy } from '../server/src/knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../server/src/knowledge/spaces/embedding-space-index.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { loadBareModel, openBareModel } from './lib/load/bare-model.ts'
import { findPostgres, runSql, withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { Load, LoadResult } from './lib/load/http-load.ts'
import { loadOverHttp } from './lib/load/http-load.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import { indexSet } from './lib/sets/index-set.ts'
import { treeCpuMs } from './lib/process-cpu.ts'
import type { BenchOptions } from './lib/options.ts'
import { loadWithPgbench } from './lib/load/pgbench.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { scriptsFor } from './lib/load/search-scripts.ts'
import { withSearchService } from './lib/load/search-service.ts'
import { readSet, shorten } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'
import { openModel } from './lib/data/vector-cache.ts'

const SIZE = {
  full: { clients: 4, rounds: 5, seconds: 15, queries: 300, groups: 3 },
  short: { clients: 4, rounds: 1, seconds: 3, queries: 60, groups: 1 },
}
const SHORT_SET = { documents: 300, queries: 60 }

type Searched = LoadResult & { serviceCpuMs: number; postgresCpuMs: number }

type Round = {
  http: Searched
  indexed: Searched
  pgbench: LoadResult
  fresh: LoadResult
  bare: LoadResult
}

/**
 * `/search` over HTTP, in turns: with questions whose vectors are cached, beside pgbench with the
 * statements that it sends, and with the HNSW index that larger knowledge bases have; with questions
 * never asked before, beside a loop around the bare model.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const whole = await readSet(options.dataDir, 'scifact')
  if (!whole) return { skipped: `no scifact in ${options.dataDir}` }
  const size = options.short ? SIZE.short : SIZE.full
  const set = options.short ? shorten(whole, SHORT_SET) : whole
  const texts = set.queries.slice(0, size.queries).map(({ text }) => text)
  const embedder = await openModel(options.modelDir)
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const deps = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
        const index = await indexSet(roles, deps, set)
        const groups = split(texts, await scriptsFor(index, texts), size.groups)
        const model = await openBareModel(options.modelDir)
        const rounds = await withSearchService(index, options.modelDir, async (service) => {
          await service.warmUp(texts)
          const postgres = await findPostgres(database.ownerUrl)
          const search = async (nextText: () => string, load: Load): Promise<Searched> => {
            const before = [treeCpuMs([service.processId]), treeCpuMs([postgres.processId])]
            const result = await loadOverHttp(service, asking(nextText), load)
            const after = [treeCpuMs([service.processId]), treeCpuMs([postgres.processId])]
            const [serviceCpuMs = 0, postgresCpuMs = 0] = after.map(
              (ms, at) => (ms - (before[at] ?? 0)) / result.requests,
            )
            return { ...result, serviceCpuMs, postgresCpuMs }
          }
          const measured: Round[] = []
          for (let round = 0; round < size.rounds; round += 1) {
            const group = groups[round % groups.length]
            if (!group) continue
            const load = { clients: size.clients, seconds: size.seconds }
            measured.push({
              pgbench: await loadWithPgbench(database.ownerUrl, group.scripts, load),
              http: await search(inTurn(group.texts), load),
              indexed: await withIndex(index, () => search(inTurn(group.texts), load)),
              bare: await loadBareModel(model, neverAsked(group.texts, `bare ${round}`), load),
              fresh: await loadOverHttp(
                service,
                asking(neverAsked(group.texts, `http ${round}`)),
                load,
              ),
            })
          }
          return measured
        })
        return summarise(options, index.passages, texts.length, size.clients, rounds)
      }),
    )
  } finally {
    await embedder.close()
  }
}

/** Builds the index that the worker builds for a large knowledge base, and drops it after `work`. */
async function withIndex<Result>(
  { roles, caller }: SetIndex,
  work: () => Promise<Result>,
): Promise<Result> {
  const deps = { db: roles.worker.db, indexes: createSpaceIndexes(roles.ownerUrl) }
  await buildCopy(deps, caller, caller.space, new AbortController().signal)
  await runSql(roles.ownerUrl, 'vacuum analyze indexed_vectors')
  try {
    return await work()
  } finally {
    await dropCopy(deps, caller, caller.space.id)
  }
}

const asking = (nextText: () => string) => () => JSON.stringify({ query: nextText() })

function inTurn(texts: readonly string[]): () => string {
  let next = 0
  return () => texts[next++ % texts.length] ?? ''
}

/** The same questions with a word more each time, so that no cache has their vector. */
function neverAsked(texts: readonly string[], mark: string): () => string {
  const next = inTurn(texts)
  let count = 0
  return () => `${next()} ${mark} ${(count += 1)}`
}

function split(texts: readonly string[], scripts: readonly string[], groups: number) {
  const length = Math.ceil(texts.length / groups)
  return Array.from({ length: groups }, (_, index) => ({
    texts: texts.slice(index * length, (index + 1) * length),
    scripts: scripts.slice(index * length, (index + 1) * length),
  }))
}

function summarise(
  options: BenchOptions,
  passages: number,
  queries: number,
  clients: number,
  rounds: readonly Round[],
): Figures {
  const median = (of: (round: Round) => number) => rounded(percentile(rounds.map(of), 0.5))
  const figures = {
    model: basename(options.modelDir),
    passages,
    queries,
    clients,
    rounds: rounds.length,
    httpPerSecond: median(({ http }) => http.perSecond),
    pgbenchPerSecond: median(({ pgbench }) => pgbench.perSecond),
    serviceCpuMs: median(({ http }) => http.serviceCpuMs),
    postgresCpuMs: median(({ http }) => http.postgresCpuMs),
    indexedPerSecond: median(({ indexed }) => indexed.perSecond),
    indexedShare: median(({ indexed, http }) => indexed.perSecond / http.perSecond),
    indexedServiceCpuMs: median(({ indexed }) => indexed.serviceCpuMs),
    indexedPostgresCpuMs: median(({ indexed }) => indexed.postgresCpuMs),
    shareOfPgbench: median(({ http, pgbench }) => http.perSecond / pgbench.perSecond),
    httpP50Ms: median(({ http }) => http.p50Ms),
    pgbenchP50Ms: median(({ pgbench }) => pgbench.p50Ms),
    httpP99Ms: median(({ http }) => http.p99Ms),
    pgbenchP99Ms: median(({ pgbench }) => pgbench.p99Ms),
    p99Ratio: median(({ http, pgbench }) => http.p99Ms / pgbench.p99Ms),
    indexedP50Ms: median(({ indexed }) => indexed.p50Ms),
    indexedP99Ms: median(({ indexed }) => indexed.p99Ms),
    freshPerSecond: median(({ fresh }) => fresh.perSecond),
    barePerSecond: median(({ bare }) => bare.perSecond),
    shareOfBare: median(({ fresh, bare }) => fresh.perSecond / bare.perSecond),
    freshP50Ms: median(({ fresh }) => fresh.p50Ms),
    bareP50Ms: median(({ bare }) => bare.p50Ms),
    freshP99Ms: median(({ fresh }) => fresh.p99Ms),
    bareP99Ms: median(({ bare }) => bare.p99Ms),
  }
  print(figures)
  return figures
}

function print(figures: Record<string, string | number>): void {
  const line = (title: string, ...names: string[]) => [
    title,
    ...names.map((name) => figures[name] ?? ''),
  ]
  const { passages, queries, clients, rounds } = figures
  printTable(
    `Search of ${passages} passages, ${queries} queries in turn, ${clients} clients, median of ${rounds}`,
    ['', 'per second', 'p50 ms', 'p99 ms', 'CPU ms: service', 'PostgreSQL'],
    [
      line(
        'POST …/search',
        'httpPerSecond',
        'httpP50Ms',
        'httpP99Ms',
        'serviceCpuMs',
        'postgresCpuMs',
      ),
      line(
        '… with an index',
        'indexedPerSecond',
        'indexedP50Ms',
        'indexedP99Ms',
        'indexedServiceCpuMs',
        'indexedPostgresCpuMs',
      ),
      line('pgbench', 'pgbenchPerSecond', 'pgbenchP50Ms', 'pgbenchP99Ms'),
      ['share', figures['shareOfPgbench'] ?? '', '', figures['p99Ratio'] ?? ''],
      ['goal', 0.8, '', 1.5],
      line('POST …/search, new questions', 'freshPerSecond', 'freshP50Ms', 'freshP99Ms'),
      line('the bare model', 'barePerSecond', 'bareP50Ms', 'bareP99Ms'),
      ['share', figures['shareOfBare'] ?? '', '', ''],
      ['goal', 0.7, '', ''],
    ],
  )
}
