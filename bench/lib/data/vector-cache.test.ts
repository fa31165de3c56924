import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Embedder } from '../../../server/src/models/embedding/embedder.ts'
import { cacheVectors } from './vector-cache.ts'

let folder: string
let file: string
let asked: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-vectors-'))
  file = join(folder, 'deep/model.bin')
  asked = []
})
afterEach(() => rm(folder, { recursive: true }))

/** A vector says how long its text was, and whether it was a query. */
const counting: Embedder = {
  model: 'counting',
  dimensions: 2,
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => {
    asked.push(...texts)
    return texts.map((text) => Float32Array.of(text.length, 0))
  },
  embedQuery: async (text) => {
    asked.push(text)
    return Float32Array.of(text.length, 1)
  },
  close: async () => {},
}

test('a text is embedded once, also over runs, and each keeps its own vector and place', async () => {
  const first = await cacheVectors(counting, file)
  await first.embedPassages(['a', 'bb'])
  const second = await cacheVectors(counting, file)
  const vectors = await second.embedPassages(['bb', 'ccc', 'a'])
  expect(vectors.map((vector) => vector[0])).toEqual([2, 3, 1])
  expect(asked).toEqual(['a', 'bb', 'ccc'])
})

test('the same text as query and as passage has two vectors', async () => {
  const embedder = await cacheVectors(counting, file)
  await embedder.embedPassages(['a'])
  expect(await embedder.embedQuery('a')).toEqual(Float32Array.of(1, 1))
  expect(await (await cacheVectors(counting, file)).embedQuery('a')).toEqual(Float32Array.of(1, 1))
  expect(asked).toEqual(['a', 'a'])
})

test('what a killed run left half written is embedded again, and so is nothing else', async () => {
  await (await cacheVectors(counting, file)).embedPassages(['a'])
  await appendFile(file, Buffer.alloc(7))
  const mended = await cacheVectors(counting, file)
  await mended.embedPassages(['a', 'bb'])
  const vectors = await (await cacheVectors(counting, file)).embedPassages(['a', 'bb'])
  expect(vectors.map((vector) => vector[0])).toEqual([1, 2])
  expect(asked).toEqual(['a', 'bb'])
})
