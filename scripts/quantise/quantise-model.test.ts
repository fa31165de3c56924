import { InferenceSession, Tensor } from '../../server/src/models/onnx/onnx-runtime.ts'
import { expect, test } from 'vitest'
import {
  ROWS,
  tinyTableModel,
  tinyTableNodes,
} from '../../server/src/models/fixtures/tiny-table-model.ts'
import { toNode } from './node.ts'
import { quantiseModel } from './quantise-model.ts'

const ids = BigInt64Array.from({ length: 12 }, (_, index) => BigInt((index * 2_741) % ROWS))

async function run(model: Buffer): Promise<Float32Array> {
  const session = await InferenceSession.create(model)
  const outputs = await session.run({ input_ids: new Tensor('int64', ids, [2, 6]) })
  return Float32Array.from(outputs['last_hidden_state']?.data as Float32Array)
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

test('the model says nearly the same with weights of a quarter of the size', async () => {
  const model = tinyTableModel()
  const quantised = quantiseModel(model)
  expect(quantised.length).toBeLessThan(model.length * 0.3)
  const [before, after] = [await run(model), await run(quantised)]
  expect(after).toHaveLength(before.length)
  expect(cosine(before, after)).toBeGreaterThan(0.999)
})

test('weights that another step needs as they are stay beside the quantised ones', async () => {
  const nodes = tinyTableNodes(
    toNode('MatMul', ['left', 'right'], 'product'),
    toNode('Identity', ['left'], 'as_it_is'),
  )
  const model = tinyTableModel({ nodes })
  expect(cosine(await run(model), await run(quantiseModel(model)))).toBeGreaterThan(0.999)
})

test('a model that is quantised already is refused', () => {
  const quantised = quantiseModel(tinyTableModel())
  expect(() => quantiseModel(quantised)).toThrow('quantised already')
})

test('a model of an older form is refused', () => {
  expect(() => quantiseModel(tinyTableModel({ opset: 10 }))).toThrow('opset 10')
})

test('a file that is no model is refused', () => {
  expect(() => quantiseModel(Buffer.from('version https://git-lfs.github.com/spec/v1'))).toThrow(
    'no ONNX file',
  )
  expect(() => quantiseModel(tinyTableModel().subarray(0, 100_000))).toThrow('no ONNX file')
})
