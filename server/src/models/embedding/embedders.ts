import type { Embedder } from './embedder.ts'

/** The embedding models this process can run. */
export type Embedders = {
  /** For new knowledge bases. */
  readonly standard: Embedder
  /** Their names, the standard first. */
  readonly models: readonly string[]
  /** The model that made a space's vectors; they cannot be compared with any other's. */
  named(model: string): Embedder
  /** By the name people use: a folder's name is enough where it is unambiguous. */
  find(name: string): Embedder | undefined
  close(): Promise<void>
}

export function createEmbedders(embedders: readonly [Embedder, ...Embedder[]]): Embedders {
  const byModel = new Map(embedders.map((embedder) => [embedder.model, embedder]))
  const models = [...byModel.keys()]
  return {
    standard: embedders[0],
    models,
    named(model) {
      const embedder = byModel.get(model)
      if (!embedder) {
        const known = models.join(', ')
        throw new Error(`The embedding model ${model} is not configured here; these are: ${known}`)
      }
      return embedder
    },
    find(name) {
      const exact = byModel.get(name)
      if (exact) return exact
      const alike = models.filter((model) => withoutSuffix(model) === name)
      return alike.length === 1 ? byModel.get(alike[0] ?? '') : undefined
    },
    async close() {
      await Promise.all(embedders.map((embedder) => embedder.close()))
    },
  }
}

/** A model is called `<folder>@<fingerprint of its weights>`, or `<name>@<dimensions>` on a server. */
const withoutSuffix = (model: string): string => model.replace(/@[^@]*$/, '')
