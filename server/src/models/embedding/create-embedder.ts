import type { Embedder } from './embedder.ts'
import { createEmbedders, type Embedders } from './embedders.ts'
import { createLocalEmbedder, type LocalEmbedderOptions } from './local-embedder.ts'
import { createOpenaiEmbedder, type OpenaiEmbedderOptions } from './openai-embedder.ts'
import { offTopicExamples } from './off-topic-examples.ts'
import { cacheQueries } from './query-cache.ts'

export type EmbeddingConfig = (
  | ({ readonly kind: 'local' } & LocalEmbedderOptions)
  | ({ readonly kind: 'openai' } & OpenaiEmbedderOptions)
) & {
  /** 10,000 vectors of 384 dimensions take 15 MB. */
  readonly queryCacheEntries?: number | undefined
}

/** The first is for new knowledge bases; weights of the others are loaded once one of theirs is asked. */
export async function openEmbedders([standard, ...others]: readonly [
  EmbeddingConfig,
  ...EmbeddingConfig[],
]): Promise<Embedders> {
  return createEmbedders([
    await createEmbedder(standard),
    ...(await Promise.all(others.map(async (config) => createEmbedder(whenUsed(config))))),
  ])
}

export async function createEmbedder(config: EmbeddingConfig): Promise<Embedder> {
  const embedder =
    config.kind === 'local' ? await createLocalEmbedder(config) : createOpenaiEmbedder(config)
  const mayMeasure = config.kind === 'local' || config.similarityBaseline === undefined
  const measured = mayMeasure
    ? { ...embedder, offTopicExamples: offTopicExamples(embedder) }
    : embedder
  return cacheQueries(measured, { maxEntries: config.queryCacheEntries ?? 10_000 })
}

const whenUsed = (config: EmbeddingConfig): EmbeddingConfig =>
  config.kind === 'local' ? { ...config, whenUsed: true } : config
