import { workerData } from 'node:worker_threads'
import { serveModel } from '../onnx/model-worker.ts'
import type { RerankFolder } from './rerank-folder.ts'
import { loadRerankModel } from './rerank-model.ts'
import { loadTokenisePair } from './rerank-tokens.ts'

export type RerankWorkerData = { readonly folder: RerankFolder; readonly threads: number }

const { folder, threads }: RerankWorkerData = workerData
const tokenisePair = await loadTokenisePair(folder.path, folder.maxTokens)
serveModel({
  tokenise: (text, query = '') => tokenisePair(query, text),
  run: await loadRerankModel(folder.path, threads),
  numbersPerText: 1,
  batchTokens: folder.batchTokens,
})
