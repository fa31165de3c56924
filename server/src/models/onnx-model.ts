import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { ModelFolder } from './model-folder.ts'
import { poolVectors } from './pool-vectors.ts'

/** Token ids of some texts in, their vectors end to end out. */
export type EmbedTokens = (rows: readonly (readonly number[])[]) => Promise<Float32Array>

export async function loadOnnxModel(folder: ModelFolder, threads: number): Promise<EmbedTokens> {
  const session = await InferenceSession.create(join(folder.path, 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  })
  const outputName = session.outputNames.includes('last_hidden_state')
    ? 'last_hidden_state'
    : session.outputNames[0]
  if (outputName === undefined) throw new Error(`The model in ${folder.path} has no output.`)

  return async (rows) => {
    const paddedLength = Math.max(...rows.map((row) => row.length))
    const outputs = await session.run(feedsFor(session.inputNames, rows, paddedLength), [
      outputName,
    ])
    const values = outputs[outputName]?.data
    const expected = rows.length * paddedLength * folder.dimensions
    if (!(values instanceof Float32Array) || values.length !== expected) {
      throw new Error(
        `The model in ${folder.path} gave no ${folder.dimensions} numbers a token in its output ${outputName}.`,
      )
    }
    const lengths = rows.map((row) => row.length)
    return poolVectors(
      { values, paddedLength, dimensions: folder.dimensions },
      lengths,
      folder.pooling,
    )
  }
}

function feedsFor(
  inputNames: readonly string[],
  rows: readonly (readonly number[])[],
  paddedLength: number,
): Record<string, Tensor> {
  const shape = [rows.length, paddedLength]
  const size = rows.length * paddedLength
  const ids = new BigInt64Array(size)
  const mask = new BigInt64Array(size)
  for (const [index, row] of rows.entries()) {
    for (const [position, id] of row.entries()) ids[index * paddedLength + position] = BigInt(id)
    mask.fill(1n, index * paddedLength, index * paddedLength + row.length)
  }
  const known: Record<string, BigInt64Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(size),
  }
  return Object.fromEntries(
    inputNames.map((name) => {
      const values = known[name]
      if (!values) throw new Error(`The model asks for an input named ${name}, which is unknown.`)
      return [name, new Tensor('int64', values, shape)]
    }),
  )
}
