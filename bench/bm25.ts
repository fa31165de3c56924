import { sql } from 'kysely'
import type { Embedder } from '../server/src/models/embedding/embedder.ts'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { withTenant } from '../server/src/platform/database/tenant.ts'
import { analyseQuery } from '../server/src/text/analysed-query.ts'
import { textRetriever, textQuery } from '../server/src/retrieval/text-search.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import { indexSet } from './lib/sets/index-set.ts'
import type { BenchOptions } from './lib/options.ts'
import {
  mean,
  ndcg,
  percentile,
  recall,
} from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { byText, rankDocuments } from './lib/ranking/rankings.ts'
import { search } from './lib/ranking/search.ts'
import type { JudgedSet } from './lib/sets/sets.ts'
import { readSet, shorten } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'

const SHORT = { documents: 1_500, queries: 60 }
const RETRIEVER_LIMIT = 100
/** Anserini's BM25 (k1 .9, b .4) on BEIR's SciFact. */
const LUCENE_NDCG = 0.679
const GOAL_NDCG = 0.68

/** One dimension, always the same: the keyword search needs no model. */
const blindEmbedder: Embedder = {
  model: 'blind',
  dimensions: 1,
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => texts.map(() => Float32Array.of(1)),
  embedQuery: async () => Float32Array.of(1),
  close: async () => {},
}

export async function run(options: BenchOptions): Promise<Figures> {
  const whole = await readSet(options.dataDir, 'scifact')
  if (!whole) return { skipped: `no scifact in ${options.dataDir}` }
  const set = options.short ? shorten(whole, SHORT) : whole
  return withDatabase((database) =>
    withRoles(database, async (roles) => {
      const deps = { embedders: createEmbedders([blindEmbedder]), metrics: createMetrics() }
      const startMs = performance.now()
      const index = await indexSet(roles, deps, set)
      const indexSeconds = (performance.now() - startMs) / 1000
      const figures = { ...(await measureQuality(index, set)), ...(await measureTime(index, set)) }
      print(set, index, figures, indexSeconds)
      return {
        documents: set.documents.length,
        passages: index.passages,
        queries: set.queries.length,
        ...figures,
        indexSeconds: rounded(indexSeconds),
      }
    }),
  )
}

async function measureQuality(index: SetIndex, set: JudgedSet) {
  const rows: { ndcg10: number; recall10: number; recall100: number }[] = []
  for (const { text, relevance } of set.queries) {
    const { candidates } = await search(index, index.roles.api.db, text)
    const ranking = rankDocuments(candidates, byText)
    rows.push({
      ndcg10: ndcg(ranking, relevance, 10),
      recall10: recall(ranking, relevance, 10),
      recall100: recall(ranking, relevance, 100),
    })
  }
  const average = (name: 'ndcg10' | 'recall10' | 'recall100') =>
    rounded(mean(rows.map((row) => row[name])))
  return {
    ndcg10: average('ndcg10'),
    recall10: average('recall10'),
    recall100: average('recall100'),
  }
}

/** The keyword retriever of the candidate statement, alone, as the api role runs it. */
async function measureTime({ roles, caller }: SetIndex, { queries }: JudgedSet) {
  const times: number[] = []
  // The first round warms the cache.
  for (const round of ['warm', 'timed']) {
    for (const { text } of queries) {
      const analysed = analyseQuery(caller, text)
      await withTenant(roles.api.db, caller, async (tx) => {
        const startMs = performance.now()
        await sql`with ${textQuery(analysed)} ${textRetriever(RETRIEVER_LIMIT, sql``)}`.execute(tx)
        if (round === 'timed') times.push(performance.now() - startMs)
      })
    }
  }
  return { medianMs: rounded(percentile(times, 0.5)), p99Ms: rounded(percentile(times, 0.99)) }
}

type Measured = Awaited<ReturnType<typeof measureQuality>> & Awaited<ReturnType<typeof measureTime>>

function print(set: JudgedSet, index: SetIndex, figures: Measured, indexSeconds: number): void {
  const sizes = `${set.documents.length} documents, ${index.passages} passages, ${set.queries.length} queries`
  printTable(
    `BM25 on scifact: ${sizes}, indexed in ${indexSeconds.toFixed(1)} s`,
    ['', 'nDCG@10', 'recall@10', 'recall@100', 'median ms', 'p99 ms'],
    [
      [
        'Footnote',
        figures.ndcg10,
        figures.recall10,
        figures.recall100,
        figures.medianMs,
        figures.p99Ms,
      ],
      ['goal (whole set)', GOAL_NDCG, null, null, null, null],
      ['Lucene, published (whole set)', LUCENE_NDCG, null, null, null, null],
    ],
  )
}
