import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedders } from './create-embedder.ts'
import type { Embedder } from './embedder.ts'
import { createLocalEmbedder } from './local-embedder.ts'

const modelDir =
  process.env['FOOTNOTE_TEST_MODEL_DIR'] ??
  fileURLToPath(new URL('../../../../.models/minilm-int8', import.meta.url))

let embedder: Embedder
let batching: Embedder
let batchingDir: string

beforeAll(async () => {
  if (!existsSync(join(modelDir, 'model.onnx'))) {
    throw new Error(`No weights in ${modelDir}: run scripts/models or set FOOTNOTE_TEST_MODEL_DIR.`)
  }
  embedder = await createLocalEmbedder({ modelDir })
  batchingDir = await mkdtemp(join(tmpdir(), 'footnote-model-'))
  for (const file of await readdir(modelDir)) {
    if (file !== 'footnote.json') await symlink(join(modelDir, file), join(batchingDir, file))
  }
  await writeFile(join(batchingDir, 'footnote.json'), JSON.stringify({ batchTokens: 512 }))
  batching = await createLocalEmbedder({ modelDir: batchingDir })
})

afterAll(async () => {
  await Promise.all([embedder?.close(), batching?.close()])
  if (batchingDir) await rm(batchingDir, { recursive: true })
})

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error('a vector is missing')
  return a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0)
}

const sentences = [
  'To rotate a key, open the console and choose Keys.',
  'Invoices are sent by mail on the first of the month.',
  'Short.',
  '',
  'The widget shows an answer with its sources. '.repeat(12),
  'Backups run every night and are kept for thirty days.',
  'Reset your password from the sign-in page.',
]

test('vectors have unit length and the stated dimensions', async () => {
  for (const vector of await embedder.embedPassages(sentences)) {
    expect(vector).toHaveLength(embedder.dimensions)
    expect(cosine(vector, vector)).toBeCloseTo(1, 4)
  }
})

test('a paraphrase is nearer than an unrelated passage', async () => {
  const query = await embedder.embedQuery('How do I change my API key?')
  const [key, invoice] = await embedder.embedPassages(sentences)
  expect(cosine(query, key)).toBeGreaterThan(cosine(query, invoice) + 0.2)
})

test('a passage has the same vector alone and among others', async () => {
  const together = await embedder.embedPassages(sentences)
  for (const [index, sentence] of sentences.entries()) {
    expect((await embedder.embedPassages([sentence]))[0]).toEqual(together[index])
  }
})

test('order is kept over mixed lengths and batches', async () => {
  const alone = await embedder.embedPassages(sentences)
  const batched = await batching.embedPassages(sentences)
  for (const [index, vector] of batched.entries()) {
    const nearest = alone.map((other) => cosine(vector, other))
    expect(nearest.indexOf(Math.max(...nearest))).toBe(index)
    // int8 weights scale activations over the whole batch, so batches move vectors a little.
    expect(nearest[index]).toBeGreaterThan(0.95)
  }
})

test('a query overtakes passages that came first', async () => {
  const finished: string[] = []
  const passages = embedder
    .embedPassages(Array.from({ length: 12 }, (_, index) => `${index} ${sentences[4]}`))
    .then(() => finished.push('passages'))
  const query = embedder.embedQuery('password').then(() => finished.push('query'))
  await Promise.all([passages, query])
  expect(finished).toEqual(['query', 'passages'])
})

test('a bulk call can be aborted, and the next call is served', async () => {
  const leave = new AbortController()
  const bulk = embedder.embedPassages(sentences, leave.signal)
  leave.abort(new Error('left'))
  await expect(bulk).rejects.toThrow('left')
  expect(await embedder.embedQuery('password')).toHaveLength(embedder.dimensions)
})

test('an over-long text is cut, not refused', async () => {
  const [vector] = await embedder.embedPassages(['rotate the key '.repeat(20_000)])
  const query = await embedder.embedQuery('rotate the key')
  expect(cosine(vector, query)).toBeGreaterThan(0.5)
})

test('the event loop stays free while passages are embedded', async () => {
  let longestPauseMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longestPauseMs = Math.max(longestPauseMs, performance.now() - last)
    last = performance.now()
  }, 5)
  const startedMs = performance.now()
  await embedder.embedPassages(Array.from({ length: 12 }, () => sentences[4] ?? ''))
  clearInterval(timer)
  expect(longestPauseMs).toBeLessThan((performance.now() - startedMs) / 2)
})

test('weights behind the first are loaded when a text comes for them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-model-'))
  for (const file of await readdir(modelDir)) {
    if (file !== 'model.onnx') await symlink(join(modelDir, file), join(folder, file))
  }
  await writeFile(join(folder, 'model.onnx'), 'no weights')
  await expect(createLocalEmbedder({ modelDir: folder })).rejects.toThrow(/worker stopped/)
  const embedders = await openEmbedders([
    { kind: 'local', modelDir },
    { kind: 'local', modelDir: folder },
  ])
  const [standard = '', other = ''] = embedders.models
  expect(await embedders.named(standard).embedQuery('key')).toHaveLength(embedder.dimensions)
  await expect(embedders.named(other).embedQuery('key')).rejects.toThrow(/worker stopped/)
  await embedders.close()
  await rm(folder, { recursive: true })
})

test('a model that is loaded late measures its baseline then', async () => {
  const late = await createLocalEmbedder({ modelDir, whenUsed: true })
  expect(await late.similarityBaseline()).toBe(await embedder.similarityBaseline())
  await late.close()
})
