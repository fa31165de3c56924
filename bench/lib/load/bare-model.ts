import { availableParallelism } from 'node:os'
import { readModelFolder } from '../../../server/src/models/onnx/model-folder.ts'
import { loadOnnxModel } from '../../../server/src/models/onnx/onnx-model.ts'
import { loadTokenise } from '../../../server/src/models/onnx/text-tokens.ts'
import type { Load, LoadResult } from './http-load.ts'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'

export type BareModel = {
  embedPassage: (text: string) => Promise<Float32Array>
  embedQuery: (text: string) => Promise<Float32Array>
}

/** The model and nothing else, on all cores: what a service around it could reach. */
export async function openBareModel(modelDir: string): Promise<BareModel> {
  const folder = await readModelFolder(modelDir)
  const tokenise = await loadTokenise(folder.path, folder.maxTokens)
  const embedTokens = await loadOnnxModel(folder, { threads: availableParallelism(), spin: true })
  const embed = (text: string) => embedTokens([tokenise(text)])
  return {
    embedPassage: (text) => embed(folder.passagePrefix + text),
    embedQuery: (text) => embed(folder.queryPrefix + text),
  }
}

/** So many loops, each asking for its next query when it has the last one's vector. */
export async function loadBareModel(
  { embedQuery }: BareModel,
  nextText: () => string,
  { clients, seconds }: Load,
): Promise<LoadResult> {
  const times: number[] = []
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000
  const ask = async () => {
    while (performance.now() < endMs) {
      const askedMs = performance.now()
      await embedQuery(nextText())
      times.push(performance.now() - askedMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  return {
    perSecond: (times.length * 1000) / (performance.now() - startMs),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}
