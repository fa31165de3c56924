import { createEmbedders } from '../../../server/src/models/embedding/embedders.ts'
import { createMetrics } from '../../../server/src/platform/metrics.ts'
import { openModel } from '../data/vector-cache.ts'
import { withDatabase, withRoles } from '../database.ts'
import type { SetIndex } from './index-set.ts'
import { indexSet } from './index-set.ts'
import type { SetDocument } from './sets.ts'

export type Corpus = { name: string; documents: readonly SetDocument[] }

/** Each corpus in a knowledge base of its own, for benches that call the product's functions. */
export async function withIndexes<Result>(
  corpora: readonly Corpus[],
  modelDir: string,
  work: (indexes: ReadonlyMap<string, SetIndex>) => Promise<Result>,
): Promise<Result> {
  const embedder = await openModel(modelDir)
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const deps = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
        const indexes = new Map<string, SetIndex>()
        for (const corpus of corpora) {
          const set = { ...corpus, contentType: 'text/markdown', queries: [] } as const
          indexes.set(corpus.name, await indexSet(roles, deps, set))
        }
        // Awaited here, or the database would be gone before the work is done.
        return await work(indexes)
      }),
    )
  } finally {
    await embedder.close()
  }
}
