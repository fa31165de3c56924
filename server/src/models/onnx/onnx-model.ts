import type { ModelFolder } from './model-folder.ts'
import { openOnnxSession, type SessionThreads } from './onnx-session.ts'
import { poolVectors } from '../embedding/pool-vectors.ts'

/** Token ids of some texts in, their vectors end to end out. */
export type EmbedTokens = (rows: readonly (readonly number[])[]) => Promise<Float32Array>

export async function loadOnnxModel(
  folder: ModelFolder,
  threads: SessionThreads,
): Promise<EmbedTokens> {
  const { path, dimensions, pooling } = folder
  const session = await openOnnxSession(path, threads)
  const outputName = session.outputNames.includes('last_hidden_state')
    ? 'last_hidden_state'
    : session.outputNames[0]
  if (outputName === undefined) throw new Error(`The model in ${path} has no output.`)

  return async (rows) => {
    const output = await session.run({ ids: rows }, outputName)
    const values = output?.data
    const lengths = rows.map((row) => row.length)
    const paddedLength = Math.max(...lengths)
    const expected = rows.length * paddedLength * dimensions
    if (!(values instanceof Float32Array) || values.length !== expected) {
      throw new Error(
        `The model in ${path} gave no ${dimensions} numbers a token in its output ${outputName}.`,
      )
    }
    return poolVectors({ values, paddedLength, dimensions }, lengths, pooling)
  }
}
