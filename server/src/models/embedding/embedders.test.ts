import { expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'
import { createEmbedders } from './embedders.ts'

const embedder = (model: string): Embedder => ({
  model,
  dimensions: 1,
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => texts.map(() => Float32Array.of(1)),
  embedQuery: async () => Float32Array.of(1),
  close: async () => {},
})

const embedders = createEmbedders([
  embedder('minilm@0123abcd'),
  embedder('e5@0123abcd'),
  embedder('e5@4567cdef'),
  embedder('served-model@64'),
])

test('the first model is the default for new knowledge bases', () => {
  expect(embedders.standard.model).toBe('minilm@0123abcd')
  expect(embedders.models[0]).toBe('minilm@0123abcd')
})

test('the folder name alone finds a model where only one has it', () => {
  expect(embedders.find('minilm')?.model).toBe('minilm@0123abcd')
  expect(embedders.find('e5')).toBeUndefined()
  expect(embedders.find('e5@4567cdef')?.model).toBe('e5@4567cdef')
  expect(embedders.find('served-model')?.model).toBe('served-model@64')
})

test('a space only ever gets its own model', () => {
  expect(() => embedders.named('minilm')).toThrow(/minilm@0123abcd, e5@0123abcd/)
  expect(embedders.find('unknown')).toBeUndefined()
})
