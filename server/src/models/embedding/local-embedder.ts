import { entryPoint } from '../../platform/application-files.ts'
import { availableParallelism } from 'node:os'
import type { Embedder } from './embedder.ts'
import type { EmbeddingWorkerData } from './embedding-worker.ts'
import { onceDone } from '../../platform/once-done.ts'
import { readModelFolder } from '../onnx/model-folder.ts'
import { measureSimilarityBaseline } from './similarity-baseline.ts'
import { readVocabulary } from '../onnx/vocabulary.ts'
import { createWorkerPool } from '../onnx/worker-pool.ts'

export type LocalEmbedderOptions = {
  /** Folder with model.onnx, tokenizer.json, tokenizer_config.json, config.json, footnote.json? */
  readonly modelDir: string
  /** Threads for all inferences together; default: all cores. */
  readonly threads?: number | undefined
  /** Loads the weights with the first text, for a model that perhaps nothing was embedded with. */
  readonly whenUsed?: boolean | undefined
}

/** Embeds with ONNX weights from a folder: no key and no network. */
export async function createLocalEmbedder({
  modelDir,
  threads = availableParallelism(),
  whenUsed = false,
}: LocalEmbedderOptions): Promise<Embedder> {
  const folder = await readModelFolder(modelDir)
  const vocabulary = await readVocabulary(folder.path)
  const workers = splitThreads(threads).map((share): EmbeddingWorkerData => ({
    folder,
    threads: share,
  }))
  const client = createWorkerPool(entryPoint('embedding'), workers)
  const embedding: Pick<Embedder, 'embedPassages' | 'embedQuery'> = {
    async embedPassages(texts, signal, { urgent } = { urgent: false }) {
      if (texts.length === 0) return []
      const prefixed = texts.map((text) => folder.passagePrefix + text)
      const vectors = await client.run({ texts: prefixed, urgent }, signal)
      return texts.map((_, index) =>
        vectors.slice(index * folder.dimensions, (index + 1) * folder.dimensions),
      )
    },
    embedQuery: async (text, signal) =>
      client.run({ texts: [folder.queryPrefix + text], urgent: true }, signal),
  }
  const similarityBaseline = onceDone(async () => measureSimilarityBaseline(embedding))
  if (!whenUsed) await Promise.all([client.start(), similarityBaseline()])
  return {
    ...embedding,
    model: folder.name,
    dimensions: folder.dimensions,
    vocabulary,
    similarityBaseline,
    close: async () => client.close(),
  }
}

/** More than two would each hold the weights once more. */
function splitThreads(threads: number): number[] {
  const half = Math.ceil(threads / 2)
  return threads === 1 ? [1] : [half, threads - half]
}
