export type OffTopicExamples = {
  vectors: readonly Float32Array[]
  /** Orders to the assistant about itself, which count only when a question is nearly one. */
  injections: readonly Float32Array[]
  /** The mean cosine of an ordinary question and the nearest example: models differ in this. */
  ordinaryCosine: number
}

export type Embedder = {
  /** Names the embedding space: vectors of different models never mix. */
  readonly model: string
  readonly dimensions: number
  /** See similarity-baseline.ts. Measured once. */
  similarityBaseline(): Promise<number>
  /** See off-topic-examples.ts. Left out for a model that should not be asked for measurements. */
  readonly offTopicExamples?: () => Promise<OffTopicExamples>
  /** Words that the model has a token of their own for: ordinary ones, and the best-known names. */
  readonly vocabulary?: ReadonlySet<string> | undefined
  /** Passages in, unit-length vectors out, in the same order. `urgent`: a reader is waiting. */
  embedPassages(
    texts: readonly string[],
    signal?: AbortSignal,
    options?: { readonly urgent: boolean },
  ): Promise<Float32Array[]>
  /** The vector may be shared between callers: do not write to it. */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>
  close(): Promise<void>
}
