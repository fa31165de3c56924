import type { KeptSpace } from '../knowledge/spaces/embedding-space.ts'
import type { Embedders } from '../models/embedding/embedders.ts'

/** A document's vectors for every space it is written to, by space id. */
export async function embedInSpaces(
  embedders: Embedders,
  spaces: readonly KeptSpace[],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, readonly Float32Array[]>> {
  const vectors = new Map<string, readonly Float32Array[]>()
  for (const { id, model, state } of spaces) {
    try {
      vectors.set(id, await embedders.named(model).embedPassages(texts, signal))
    } catch (error) {
      // The job that builds a space adds what is missing, so a failing new model does not keep a
      // document from being found with the current one.
      if (state === 'active' || signal.aborted) throw error
    }
  }
  return vectors
}
