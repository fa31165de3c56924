import pg from 'pg'
import { toHalfvec } from '../server/src/knowledge/vector-text.ts'
import { createSpaceIndexes } from '../server/src/knowledge/embedding-space-index.ts'
import { newId } from '../server/src/platform/new-id.ts'
import { withTenant } from '../server/src/platform/tenant.ts'
import { findCandidates } from '../server/src/retrieval/candidates.ts'
import type { Roles } from './lib/database.ts'
import { runSql, withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { mean, percentile } from './lib/ranking-metrics.ts'
import type { VectorPlace } from './lib/synthetic.ts'
import {
  addSmallTenants,
  createRandom,
  createVectors,
  fillKnowledgeBase,
  openLoader,
} from './lib/synthetic.ts'
import { printTable } from './lib/table.ts'

const SHAPE = { dimensions: 384, centres: 300, spread: 0.6 }
const LARGE = 200_000
const SMALL = { tenants: 1_000, passages: 1_000 }
const SHORT = { large: 20_000, tenants: 20, queries: 30 }
const QUERIES = 200
/** The first few bring the vectors into memory. */
const WARMING = 20

/** One large knowledge base beside many small ones: exact search, the index, and what it costs. */
export async function run(options: BenchOptions): Promise<Figures> {
  const large = options.passages ?? (options.short ? SHORT.large : LARGE)
  const tenants = options.short ? SHORT.tenants : SMALL.tenants
  const queries = questions(options.short ? SHORT.queries : QUERIES)
  return withDatabase((database) =>
    withRoles(database, async (roles) => {
      const place = await load(roles, large, tenants)
      const exact = await ask(roles, place, queries, false)
      const index = await buildIndex(roles, place)
      const indexed = await ask(roles, place, queries, true)
      const figures = {
        passages: large,
        smallKnowledgeBases: tenants,
        queries: queries.length,
        exactMedianMs: rounded(percentile(exact.times, 0.5)),
        exactP99Ms: rounded(percentile(exact.times, 0.99)),
        indexedMedianMs: rounded(percentile(indexed.times, 0.5)),
        indexedP99Ms: rounded(percentile(indexed.times, 0.99)),
        recall10: recallOf(exact.found, indexed.found, 10),
        recall100: recallOf(exact.found, indexed.found, 100),
        ...index,
      }
      print(figures)
      return figures
    }),
  )
}

function questions(count: number): string[] {
  const next = createVectors(SHAPE, createRandom(2))
  return Array.from({ length: count }, () => toHalfvec(next()))
}

async function load({ ownerUrl }: Roles, large: number, tenants: number): Promise<VectorPlace> {
  const place = { tenant: { workspaceId: newId(), knowledgeBaseId: newId() }, spaceId: newId() }
  const client = await openLoader(ownerUrl)
  try {
    await fillKnowledgeBase(client, place, createVectors(SHAPE, createRandom(1)), large)
    await addSmallTenants(client, place, tenants, SMALL.passages)
    // As autovacuum would soon.
    await client.query('vacuum analyze passages, passage_vectors')
  } finally {
    await client.end()
  }
  return place
}

type Answers = { times: number[]; found: string[][] }

/** The candidate statement without keywords, as the api role runs it. */
async function ask(
  { api }: Roles,
  { tenant, spaceId }: VectorPlace,
  queries: readonly string[],
  indexed: boolean,
): Promise<Answers> {
  const space = { id: spaceId, dimensions: SHAPE.dimensions, indexed }
  const shared = { readings: [], space, unrelatedCosine: 0, groupIds: null }
  const times: number[] = []
  const found: string[][] = []
  const rounds = { warm: queries.slice(0, WARMING), timed: queries }
  for (const [round, vectors] of Object.entries(rounds)) {
    for (const vector of vectors) {
      await withTenant(api.db, tenant, async (tx) => {
        const startMs = performance.now()
        const candidates = await findCandidates(tx, { ...shared, vector })
        if (round === 'warm') return
        times.push(performance.now() - startMs)
        const nearest = candidates.toSorted((a, b) => (a.vectorRank ?? 0) - (b.vectorRank ?? 0))
        found.push(nearest.map(({ passageId }) => passageId))
      })
    }
  }
  return { times, found }
}

/** Memory for the whole graph, as docs/guides/reembedding.md tells operators to give. */
async function buildIndex({ ownerUrl }: Roles, { spaceId }: VectorPlace) {
  await runSql(ownerUrl, `alter role current_user set maintenance_work_mem = '2GB'`)
  const startMs = performance.now()
  const { signal } = new AbortController()
  const { dimensions } = SHAPE
  await createSpaceIndexes(ownerUrl).create({ id: spaceId, dimensions }, signal)
  const indexSeconds = rounded((performance.now() - startMs) / 1000)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_relation_size(oid)) as bytes from pg_class
     where relname like 'passage_vectors_hnsw_%'`,
  )
  await client.end()
  return { indexSeconds, indexMegabytes: rounded(Number(rows[0]?.bytes) / 1_000_000) }
}

function recallOf(exact: string[][], indexed: string[][], depth: number): number {
  const shares = exact.map((ids, query) => {
    const wanted = new Set(ids.slice(0, depth))
    return (indexed[query] ?? []).slice(0, depth).filter((id) => wanted.has(id)).length / depth
  })
  return rounded(mean(shares))
}

function print(figures: Record<string, number>): void {
  const number = (name: string) => figures[name] ?? null
  printTable(
    `${figures['passages']} passages beside ${figures['smallKnowledgeBases']} knowledge bases of ${SMALL.passages}`,
    ['', 'median ms', 'p99 ms', 'recall@10', 'recall@100', 'built in s', 'MB'],
    [
      ['exact', number('exactMedianMs'), number('exactP99Ms'), 1, 1, null, null],
      [
        'HNSW',
        number('indexedMedianMs'),
        number('indexedP99Ms'),
        number('recall10'),
        number('recall100'),
        number('indexSeconds'),
        number('indexMegabytes'),
      ],
    ],
  )
}
