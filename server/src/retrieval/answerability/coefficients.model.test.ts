import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readModelFolder } from '../../models/onnx/model-folder.ts'
import { coefficientsFor, FITTED } from './coefficients.ts'

const MODELS = fileURLToPath(new URL('../../../../.models/', import.meta.url))

test.each(['bge-small-int8', 'minilm-int8'])('%s has coefficients of its own', async (name) => {
  const { name: model } = await readModelFolder(MODELS + name)
  expect(coefficientsFor(model).provenance.embeddingModel).toBe(model)
})

test('weights are known whatever their folder is called, and others get those of the first', () => {
  const [standard] = FITTED
  for (const coefficients of FITTED) {
    const { embeddingModel } = coefficients.provenance
    expect(coefficientsFor(embeddingModel.replace(/^.*@/, 'renamed@'))).toBe(coefficients)
  }
  expect(coefficientsFor('bge-small-int8@00000000')).toBe(standard)
  expect(coefficientsFor('nomic-embed-text@768')).toBe(standard)
})
