import { join } from 'node:path'
import { InferenceSession, Tensor } from './onnx-runtime.ts'

/** Tokens, one row per text, unpadded. */
export type TokenRows = {
  readonly ids: readonly (readonly number[])[]
  /** 0 for the first part of a pair, 1 for the second; default: all 0. */
  readonly typeIds?: readonly (readonly number[])[]
}

export type OnnxSession = {
  readonly outputNames: readonly string[]
  run(rows: TokenRows, outputName: string): Promise<Tensor | undefined>
}

export type SessionThreads = {
  readonly threads: number
  /**
   * Whether a thread that waits for another's part keeps its core. It is the faster way where nobody
   * else wants the core. Beside a database and an event loop on the same cores, a question's vector
   * took twice the CPU time and nearly twice as long with it.
   */
  readonly spin?: boolean
}

export async function openOnnxSession(
  modelPath: string,
  { threads, spin = false }: SessionThreads,
): Promise<OnnxSession> {
  const session = await InferenceSession.create(join(modelPath, 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: spin ? '1' : '0' } } },
  })
  return {
    outputNames: session.outputNames,
    async run(rows, outputName) {
      const outputs = await session.run(feedsFor(session.inputNames, rows), [outputName])
      return outputs[outputName]
    },
  }
}

function feedsFor(
  inputNames: readonly string[],
  { ids, typeIds = [] }: TokenRows,
): Record<string, Tensor> {
  const shape = [ids.length, Math.max(...ids.map((row) => row.length))] as const
  const known: Record<string, BigInt64Array> = {
    input_ids: padded(ids, shape),
    attention_mask: padded(
      ids.map((row) => row.map(() => 1)),
      shape,
    ),
    token_type_ids: padded(typeIds, shape),
  }
  return Object.fromEntries(
    inputNames.map((name) => {
      const values = known[name]
      if (!values) throw new Error(`The model asks for an input named ${name}, which is unknown.`)
      return [name, new Tensor('int64', values, shape)]
    }),
  )
}

function padded(
  rows: readonly (readonly number[])[],
  [count, length]: readonly [number, number],
): BigInt64Array {
  const values = new BigInt64Array(count * length)
  for (const [index, row] of rows.entries()) values.set(row.map(BigInt), index * length)
  return values
}
