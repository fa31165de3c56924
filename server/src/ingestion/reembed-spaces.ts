import type { KeptSpace } from '../knowledge/embedding-space.ts'
import type { Embedders } from '../models/embedders.ts'

/** A document's vectors for every space that it is written to, by the space's id. */
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
      // The job that builds a space fills what is missing: a new model that is in trouble does not
      // keep a document from being found with the present one.
      if (state === 'active' || signal.aborted) throw error
    }
  }
  return vectors
}
