import { basename, join } from 'node:path'
import { parseDocument } from '../server/src/parsing/parse-document.ts'
import type { SplitSizes } from '../server/src/parsing/split/split-chunks.ts'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import type { Roles } from './lib/database.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import { indexSet } from './lib/sets/index-set.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import { readOwnSet } from './lib/sets/own-set.ts'
import { averageQuality, qualityOf } from './lib/ranking/replay-query.ts'
import { search } from './lib/ranking/search.ts'
import type { JudgedSet } from './lib/sets/sets.ts'
import { readSet } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'
import { openModel } from './lib/data/vector-cache.ts'

/** Around what the product uses; the largest is more than the smallest models read. */
const SIZES: SplitSizes[] = [
  { targetTokens: 128, maxTokens: 200 },
  { targetTokens: 192, maxTokens: 300 },
  { targetTokens: 256, maxTokens: 400 },
  { targetTokens: 384, maxTokens: 600 },
]
const RANKINGS = ['BM25', 'dense', 'product'] as const

type Model = Parameters<typeof indexSet>[1]

/** How large passages should be: the same documents and questions, split several ways in one run. */
export async function run(options: BenchOptions): Promise<Figures> {
  const own = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
  const others = await Promise.all(
    (options.sets ?? ['vendor_docs_qa']).map((name) => readSet(options.dataDir, name)),
  )
  const sets: JudgedSet[] = [own, ...others.filter((set) => set !== null)]
  const embedder = await openModel(options.modelDir)
  const model = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
  try {
    const figures = await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const measured: Record<string, Figures> = {}
        for (const set of sets) measured[set.name] = await measureSet(roles, model, set)
        return measured
      }),
    )
    return { model: basename(options.modelDir), sets: figures }
  } finally {
    await embedder.close()
  }
}

async function measureSet(roles: Roles, model: Model, set: JudgedSet): Promise<Figures> {
  const rows: Record<string, Figures> = {}
  for (const sizes of SIZES) {
    const parser = {
      parse: (document: Parameters<typeof parseDocument>[0]) => parseDocument(document, sizes),
      close: async () => undefined,
    }
    const index = await indexSet(roles, model, set, parser)
    const found: ReturnType<typeof qualityOf>[] = []
    for (const { text, relevance } of set.queries) {
      found.push(qualityOf(relevance, await search(index, roles.api.db, text)))
    }
    const figures = RANKINGS.map((name) => {
      const { ndcg10, recall10 } = averageQuality(found.map((quality) => quality[name]))
      return [name, { ndcg10: rounded(ndcg10), recall10: rounded(recall10) }] as const
    })
    rows[`${sizes.targetTokens}/${sizes.maxTokens}`] = {
      passages: index.passages,
      ...Object.fromEntries(figures),
    }
  }
  print(set, rows)
  return rows
}

function print(set: JudgedSet, rows: Record<string, Figures>): void {
  printTable(
    `${set.name}: ${set.documents.length} documents, ${set.queries.length} questions`,
    [
      'target/most tokens',
      'passages',
      ...RANKINGS.flatMap((name) => [`${name} nDCG@10`, 'recall@10']),
    ],
    Object.entries(rows).map(([name, figures]) => {
      const qualities = RANKINGS.map((ranking) => figures[ranking] as Record<string, number>)
      const cells = qualities.flatMap(({ ndcg10 = 0, recall10 = 0 }) => [ndcg10, recall10])
      return [name, Number(figures['passages']), ...cells]
    }),
  )
}
