import { entryPoint } from '../../platform/application-files.ts'
import { availableParallelism } from 'node:os'
import { ModelError } from '../model-error.ts'
import { readRerankFolder } from './rerank-folder.ts'
import type { RerankWorkerData } from './rerank-worker.ts'
import { type Reranker, RerankerBusyError, requireFewTexts } from './reranker.ts'
import { createWorkerClient } from '../onnx/worker-client.ts'

export type LocalRerankerOptions = {
  /** Folder with model.onnx, tokenizer.json, tokenizer_config.json, config.json, footnote.json? */
  readonly modelDir: string
  /** Threads for one inference; default: all cores. */
  readonly threads?: number | undefined
  /**
   * Open calls, including the running one. Calls run one after the other, so in a longer queue each
   * would time out shortly before it is done, and none would be served.
   */
  readonly maxOpen?: number | undefined
}

/** Reranks with a cross-encoder's ONNX weights from a folder: no key and no network. */
export async function createLocalReranker({
  modelDir,
  threads = availableParallelism(),
  maxOpen = 3,
}: LocalRerankerOptions): Promise<Reranker> {
  const folder = await readRerankFolder(modelDir)
  const workerData: RerankWorkerData = { folder, threads }
  const client = createWorkerClient(entryPoint('reranking'), workerData)
  await client.start()
  let open = 0
  return {
    model: folder.name,
    async rerank(query, texts, signal) {
      requireFewTexts(texts)
      if (texts.length === 0) return []
      if (open >= maxOpen) throw new RerankerBusyError()
      open += 1
      try {
        const logits = await client.run({ query, texts, urgent: true }, signal)
        return Array.from(logits, toScore)
      } finally {
        open -= 1
      }
    },
    close: async () => client.close(),
  }
}

function toScore(logit: number): number {
  if (!Number.isFinite(logit))
    throw new ModelError('The reranker gave no number.', { retryable: false })
  return 1 / (1 + Math.exp(-logit))
}
