import { openOnnxSession } from '../onnx/onnx-session.ts'
import type { PairTokens } from './rerank-tokens.ts'

/** Pairs of query and text in, one logit per pair out. */
export type ScorePairs = (rows: readonly PairTokens[]) => Promise<Float32Array>

export async function loadRerankModel(path: string, threads: number): Promise<ScorePairs> {
  const session = await openOnnxSession(path, { threads })
  const outputName = session.outputNames.includes('logits') ? 'logits' : session.outputNames[0]
  if (outputName === undefined) throw new Error(`The model in ${path} has no output.`)

  return async (rows) => {
    const output = await session.run(
      { ids: rows.map(({ ids }) => ids), typeIds: rows.map(({ typeIds }) => typeIds) },
      outputName,
    )
    const logits = output?.data
    if (!(logits instanceof Float32Array)) {
      throw new Error(`The model in ${path} gave no 32-bit numbers in its output ${outputName}.`)
    }
    return relevanceLogits(logits, rows.length)
  }
}

/**
 * A model with one label scores relevance itself. One with two says "no" and "yes", and the sigmoid
 * of their difference is the softmax's share of "yes".
 */
export function relevanceLogits(logits: Float32Array, rows: number): Float32Array {
  if (logits.length === rows) return logits
  if (logits.length !== rows * 2) {
    throw new Error(
      `A reranker gives one or two numbers a pair; this model gave ${logits.length / rows}.`,
    )
  }
  return Float32Array.from(
    { length: rows },
    (_, row) => (logits[row * 2 + 1] ?? 0) - (logits[row * 2] ?? 0),
  )
}
