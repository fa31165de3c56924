import { workerData } from 'node:worker_threads'
import type { ModelFolder } from '../onnx/model-folder.ts'
import { serveModel } from '../onnx/model-worker.ts'
import { loadOnnxModel } from '../onnx/onnx-model.ts'
import { loadTokenise } from '../onnx/text-tokens.ts'

export type EmbeddingWorkerData = { readonly folder: ModelFolder; readonly threads: number }

const { folder, threads }: EmbeddingWorkerData = workerData
serveModel({
  tokenise: await loadTokenise(folder.path, folder.maxTokens),
  run: await loadOnnxModel(folder, { threads }),
  numbersPerText: folder.dimensions,
  batchTokens: folder.batchTokens,
})
