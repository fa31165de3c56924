import { basename } from 'node:path'
import type { Embedders } from '../server/src/models/embedding/embedders.ts'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import type { Metrics } from '../server/src/platform/metrics.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import type { AbstentionRow, Replay } from './lib/ranking/abstention.ts'
import { summariseAbstention } from './lib/ranking/abstention.ts'
import { BASELINES } from './lib/ranking/baselines.ts'
import type { Roles } from './lib/database.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures, Json } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import { indexSet } from './lib/sets/index-set.ts'
import type { BenchOptions } from './lib/options.ts'
import { mean } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import type { Quality, QueryResult, RankingName } from './lib/ranking/replay-query.ts'
import { averageQuality, RANKING_NAMES, replayQuery } from './lib/ranking/replay-query.ts'
import type { JudgedSet } from './lib/sets/sets.ts'
import { readSet, SET_NAMES, shorten } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'
import { openModel } from './lib/data/vector-cache.ts'

const SHORT = { documents: 200, queries: 40 }

type Model = { embedders: Embedders; metrics: Metrics }

type SetFigures = {
  documents: number
  passages: number
  queries: number
  rankings: Record<RankingName, Quality>
  abstention: AbstentionRow[]
  /** The share of questions for which the product returned no passage. */
  refused: { present: number; removed: number }
}

export async function run(options: BenchOptions): Promise<Figures> {
  const sets = await readSets(options)
  if (sets.length === 0) return { skipped: `none of the judged sets is in ${options.dataDir}` }
  const embedder = await openModel(options.modelDir)
  const model = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
  try {
    const figures = await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const measured: Record<string, Json> = {}
        const replays: Replay[] = []
        for (const set of sets) {
          const found = await measureSet(roles, model, set)
          print(set.name, found.figures, options)
          measured[set.name] = found.figures
          replays.push(...found.replays)
        }
        if (sets.length > 1) measured['together'] = measureTogether(sets, replays)
        return measured
      }),
    )
    return { models: { [basename(options.modelDir)]: figures } }
  } finally {
    await embedder.close()
  }
}

async function readSets({ dataDir, sets, short }: BenchOptions): Promise<JudgedSet[]> {
  const found: JudgedSet[] = []
  for (const name of sets ?? SET_NAMES) {
    const set = await readSet(dataDir, name)
    if (set) found.push(short ? sample(set) : set)
    else console.log(`${name}: not in ${dataDir}, left out`)
  }
  return found
}

/** Spread over all queries: those of one kind stand together. */
const sample = (set: JudgedSet): JudgedSet =>
  shorten({ ...set, queries: everyNth(set.queries, SHORT.queries) }, SHORT)

async function measureSet(
  roles: Roles,
  model: Model,
  set: JudgedSet,
): Promise<{ figures: SetFigures; replays: Replay[] }> {
  const index = await indexSet(roles, model, set)
  const results: QueryResult[] = []
  for (const query of set.queries) results.push(await replayQuery(index, query))
  const replays = results.map(({ replay }) => replay)
  const figures = {
    documents: set.documents.length,
    passages: index.passages,
    queries: set.queries.length,
    rankings: averageRankings(results),
    abstention: summariseAbstention(replays),
    refused: {
      present: rounded(mean(results.map(({ refused }) => Number(refused.present)))),
      removed: rounded(mean(results.map(({ refused }) => Number(refused.removed)))),
    },
  }
  return { figures, replays }
}

/** One threshold has to serve every knowledge base, so the questions of all sets are one list too. */
function measureTogether(sets: readonly JudgedSet[], replays: readonly Replay[]) {
  const abstention = summariseAbstention(replays)
  printAbstention('all of these sets together', abstention)
  return { sets: sets.map(({ name }) => name), abstention }
}

function averageRankings(
  results: readonly Pick<QueryResult, 'quality'>[],
): Record<RankingName, Quality> {
  const averages = RANKING_NAMES.map((name) => {
    const { ndcg10, recall10, recall100 } = averageQuality(
      results.map(({ quality }) => quality[name]),
    )
    const quality = {
      ndcg10: rounded(ndcg10),
      recall10: rounded(recall10),
      recall100: rounded(recall100),
    }
    return [name, quality] as const
  })
  return Object.fromEntries(averages) as Record<RankingName, Quality>
}

function print(name: string, figures: SetFigures, { modelDir, short }: BenchOptions): void {
  const model = basename(modelDir)
  const { documents, passages, queries, rankings, abstention, refused } = figures
  printTable(
    `${name} with ${model}: ${documents} documents, ${passages} passages, ${queries} queries`,
    ['ranking', 'nDCG@10', 'recall@10', 'recall@100', 'baseline nDCG@10', ''],
    RANKING_NAMES.map((ranking) => {
      const { ndcg10, recall10, recall100 } = rankings[ranking]
      const [baseline, note] = short ? [null, ''] : findBaseline(name, ranking, model)
      return [ranking, ndcg10, recall10, recall100, baseline, note]
    }),
  )
  printAbstention(name, abstention)
  console.log(
    `The product itself refused ${refused.present} of covered, ${refused.removed} of uncovered.`,
  )
}

const printAbstention = (name: string, abstention: readonly AbstentionRow[]): void =>
  printTable(
    `${name}: is the question covered? Gold-removed replay`,
    ['score', 'AUROC', 'caught at 2 % false refusals'],
    abstention.map(({ score, auroc, caught }) => [score, auroc, caught]),
  )

function findBaseline(set: string, ranking: RankingName, model: string): [number | null, string] {
  const baseline = BASELINES[set]
  if (!baseline) return [null, '']
  const fused = baseline.fusedWith === model ? '' : `with ${baseline.fusedWith}`
  switch (ranking) {
    case 'BM25':
      return [baseline.bm25, '']
    case 'dense':
      return [baseline.dense[model] ?? null, '']
    case 'min-max':
    case 'product':
      return [baseline.minMax, fused]
  }
}

/** A run of some sets with one model leaves the figures of the others. */
export function merge(before: Figures, figures: Figures): Figures {
  const known = (before['models'] ?? {}) as Record<string, Figures>
  const fresh = figures['models'] as Record<string, Figures>
  const merged = Object.entries(fresh).map(([model, sets]) => [model, { ...known[model], ...sets }])
  return { models: { ...known, ...(Object.fromEntries(merged) as Record<string, Figures>) } }
}
