export type Embedder = {
  /** Names the embedding space: vectors of different models never mix. */
  readonly model: string
  readonly dimensions: number
  /** The cosine of unrelated texts in this space: see unrelated-cosine.ts. Measured once. */
  unrelatedCosine(): Promise<number>
  /** Passages in, unit-length vectors out, in the same order. */
  embedPassages(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  /** The vector may be shared between callers: do not write to it. */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>
  close(): Promise<void>
}
