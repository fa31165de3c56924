import type { Embedder } from './embedder.ts'

/** The embedding models this process can run. */
export type Embedders = {
  /** For new knowledge bases. */
  readonly standard: Embedder
  /** The one that made a space's vectors; no other may be compared with them. */
  named(model: string): Embedder
  close(): Promise<void>
}

export function createEmbedders(embedders: readonly [Embedder, ...Embedder[]]): Embedders {
  const byModel = new Map(embedders.map((embedder) => [embedder.model, embedder]))
  return {
    standard: embedders[0],
    named(model) {
      const embedder = byModel.get(model)
      if (!embedder) {
        const known = [...byModel.keys()].join(', ')
        throw new Error(`The embedding model ${model} is not configured here; these are: ${known}`)
      }
      return embedder
    },
    async close() {
      await Promise.all(embedders.map((embedder) => embedder.close()))
    },
  }
}
