import { rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { writeTinyCrossEncoder } from '../fixtures/tiny-cross-encoder.ts'
import { createLocalReranker, type LocalRerankerOptions } from './local-reranker.ts'
import { RerankerBusyError } from './reranker.ts'

const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function startReranker(
  model: Parameters<typeof writeTinyCrossEncoder>[0] = {},
  options: Omit<LocalRerankerOptions, 'modelDir'> = {},
) {
  const modelDir = await writeTinyCrossEncoder(model)
  toClose.push(async () => rm(modelDir, { recursive: true }))
  const reranker = await createLocalReranker({ modelDir, threads: 1, ...options })
  toClose.push(async () => reranker.close())
  return reranker
}

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))
/** The last is unknown to the vocabulary, so its token is 0, which is also what rows are padded with. */
const texts = ['invoice', 'a key', 'rotate a key', 'a', 'unheard']
/** Two, one or no shared word, less the model's bias of 1.5. */
const scores = [sigmoid(-1.5), sigmoid(-0.5), sigmoid(0.5), sigmoid(-1.5), sigmoid(-1.5)]

test.each([1, 2] as const)('a model of %d labels scores each text in order', async (labels) => {
  const reranker = await startReranker({ labels })
  const found = await reranker.rerank('rotate key', texts)
  for (const [index, score] of scores.entries()) expect(found[index]).toBeCloseTo(score, 6)
})

test('batches of unequal length give the same scores as one pair at a time', async () => {
  const reranker = await startReranker({ settings: { batchTokens: 64 } })
  const found = await reranker.rerank('rotate key', texts)
  for (const [index, score] of scores.entries()) expect(found[index]).toBeCloseTo(score, 6)
})

test('a model with more than two labels is refused', async () => {
  const reranker = await startReranker({ labels: 3 })
  await expect(reranker.rerank('key', ['key'])).rejects.toThrow(
    'A reranker gives one or two numbers a pair; this model gave 3.',
  )
})

test('an over-long text is cut to what the model takes, not refused', async () => {
  const reranker = await startReranker()
  const [score] = await reranker.rerank('rotate', [`rotate ${'a '.repeat(10_000)}`])
  expect(score).toBeCloseTo(sigmoid(-0.5), 6)
})

test('the model is named after its folder and weights, or as footnote.json says', async () => {
  expect((await startReranker()).model).toMatch(/^footnote-reranker-\w+@[0-9a-f]{8}$/)
  expect((await startReranker({ settings: { name: 'tiny' } })).model).toBe('tiny')
})

test('a call beyond the limit is refused at once, and served after the others are done', async () => {
  const reranker = await startReranker({}, { maxOpen: 1 })
  const first = reranker.rerank('key', texts)
  await expect(reranker.rerank('key', texts)).rejects.toThrow(RerankerBusyError)
  await first
  expect(await reranker.rerank('key', texts)).toHaveLength(texts.length)
})

test('a call can be aborted, and the next one is served', async () => {
  const reranker = await startReranker({}, { maxOpen: 1 })
  const leave = new AbortController()
  const left = reranker.rerank('key', texts, leave.signal)
  leave.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(await reranker.rerank('key', texts)).toHaveLength(texts.length)
})

test('no texts need no model run, and more than 100 are refused', async () => {
  const reranker = await startReranker()
  expect(await reranker.rerank('key', [])).toEqual([])
  await expect(reranker.rerank('key', Array(101).fill('key'))).rejects.toThrow(/101 texts.*100/)
})

test('a missing folder gives an error that says what to do', async () => {
  await expect(createLocalReranker({ modelDir: '/nowhere/reranker' })).rejects.toThrow(
    /No reranker in \/nowhere\/reranker\. Set RERANK_MODEL_DIR to a folder that holds model\.onnx/,
  )
})
