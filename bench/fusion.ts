import { basename } from 'node:path'
import type { DumpedCandidate, DumpedQuery } from './lib/ranking/dump.ts'
import { dumpFile, readDump } from './lib/ranking/dump.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { mean, ndcg } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import type { PassageScore } from './lib/ranking/rankings.ts'
import {
  byMinMax,
  byReciprocalRank,
  byText,
  byVector,
  rankDocuments,
  withPageSupport,
} from './lib/ranking/rankings.ts'
import { SET_NAMES } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'

/** Try another way to fuse by adding it here. */
const VARIANTS: Readonly<Record<string, PassageScore<DumpedCandidate>>> = {
  product: ({ finalRank }) => (finalRank === null ? null : -finalRank),
  BM25: byText,
  dense: byVector,
  'RRF k=60': byReciprocalRank(60),
  'RRF k=20': byReciprocalRank(20),
  'RRF k=5': byReciprocalRank(5),
  'min-max .3 dense': byMinMax(0.3),
  'min-max .4 dense': byMinMax(0.4),
  'min-max .5 dense': byMinMax(0.5),
  'min-max .6 dense': byMinMax(0.6),
  'min-max .7 dense': byMinMax(0.7),
  'sum of scores': ({ vectorScore, textScore }) => vectorScore + textScore,
  'page .05': withPageSupport(byMinMax(0.5), { share: 0.05, least: 0 }),
  'page .1': withPageSupport(byMinMax(0.5), { share: 0.1, least: 0 }),
  'page .1 above .4': withPageSupport(byMinMax(0.5), { share: 0.1, least: 0.4 }),
  'page .1 above .5': withPageSupport(byMinMax(0.5), { share: 0.1, least: 0.5 }),
  'page .2 above .5': withPageSupport(byMinMax(0.5), { share: 0.2, least: 0.5 }),
}

export async function run(options: BenchOptions): Promise<Figures> {
  const { modelDir, sets } = options
  const dumps = new Map<string, DumpedQuery[]>()
  for (const name of sets ?? SET_NAMES) {
    const dump = await readDump(dumpFile(options, name))
    if (dump) dumps.set(name, dump)
  }
  if (dumps.size === 0) return { skipped: 'nothing dumped; run `npm run bench -- quality --dump`' }
  const variants = Object.entries(VARIANTS).map(([name, score]) => {
    const bySet = [...dumps].map(
      ([set, queries]) => [set, rounded(ndcg10(queries, score))] as const,
    )
    const average = rounded(mean(bySet.map(([, value]) => value)))
    const half = (parity: 0 | 1) =>
      rounded(
        mean([...dumps.values()].map((queries) => ndcg10(everySecond(queries, parity), score))),
      )
    return { name, bySet: Object.fromEntries(bySet), average, even: half(0), odd: half(1) }
  })
  printTable(
    `nDCG@10 with ${basename(modelDir)}, from the candidates that were dumped`,
    ['fusion', ...dumps.keys(), 'average', 'even half', 'odd half'],
    variants.map(({ name, bySet, average, even, odd }) => [
      name,
      ...Object.values(bySet),
      average,
      even,
      odd,
    ]),
  )
  return { model: basename(modelDir), variants }
}

/** A variant is chosen on one half of the questions and reported on the other. */
const everySecond = (queries: readonly DumpedQuery[], parity: 0 | 1): DumpedQuery[] =>
  queries.filter((_, index) => index % 2 === parity)

const ndcg10 = (queries: readonly DumpedQuery[], score: PassageScore<DumpedCandidate>): number =>
  mean(
    queries.map(({ present, relevance }) =>
      ndcg(rankDocuments(present, score), new Map(Object.entries(relevance)), 10),
    ),
  )
