import { expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'
import { cacheKey, cacheQueries, normaliseQuery } from './query-cache.ts'

/** An embedder whose queries wait until the test lets them go. */
function heldEmbedder() {
  const calls: {
    text: string
    signal: AbortSignal | undefined
    finish: (vector: Float32Array) => void
    fail: (error: Error) => void
  }[] = []
  const embedder: Embedder = {
    model: 'held',
    dimensions: 1,
    similarityBaseline: async () => 0,
    embedPassages: async (texts) => texts.map(() => new Float32Array(1)),
    async embedQuery(text, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
      calls.push({ text, signal, finish: resolve, fail: reject })
      return promise
    },
    close: async () => {},
  }
  return { calls, embedder }
}

test('2,000 simultaneous identical queries share one embedding', async () => {
  const { calls, embedder } = heldEmbedder()
  const cached = cacheQueries(embedder, { maxEntries: 10 })
  const answers = Array.from({ length: 2000 }, async () => cached.embedQuery('rotate a key'))
  calls[0]?.finish(Float32Array.of(1))
  expect(new Set(await Promise.all(answers)).size).toBe(1)
  await cached.embedQuery('rotate a key')
  expect(calls).toHaveLength(1)
})

test('white space and letter width do not matter', async () => {
  const { calls, embedder } = heldEmbedder()
  const cached = cacheQueries(embedder, { maxEntries: 10 })
  const answers = ['rotate a key', '  rotate \n a\tkey ', 'ｒｏｔａｔｅ a key'].map(async (text) =>
    cached.embedQuery(text),
  )
  calls[0]?.finish(Float32Array.of(1))
  await Promise.all(answers)
  expect(calls.map(({ text }) => text)).toEqual(['rotate a key'])
})

test('a failed embedding reaches every caller and is not kept', async () => {
  const { calls, embedder } = heldEmbedder()
  const cached = cacheQueries(embedder, { maxEntries: 10 })
  const both = [cached.embedQuery('key'), cached.embedQuery('key')]
  calls[0]?.fail(new Error('no model'))
  const settled = await Promise.allSettled(both)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = cached.embedQuery('key')
  calls[1]?.finish(Float32Array.of(2))
  expect(await again).toEqual(Float32Array.of(2))
})

test('one aborted caller does not cancel the others', async () => {
  const { calls, embedder } = heldEmbedder()
  const cached = cacheQueries(embedder, { maxEntries: 10 })
  const leave = new AbortController()
  const leaving = cached.embedQuery('key', leave.signal)
  const staying = cached.embedQuery('key', new AbortController().signal)
  leave.abort(new Error('left'))
  await expect(leaving).rejects.toThrow('left')
  expect(calls[0]?.signal?.aborted).toBe(false)
  calls[0]?.finish(Float32Array.of(1))
  expect(await staying).toEqual(Float32Array.of(1))
})

test('the embedding is cancelled once every caller has aborted, and the next caller starts a new one', async () => {
  const { calls, embedder } = heldEmbedder()
  const cached = cacheQueries(embedder, { maxEntries: 10 })
  const leave = new AbortController()
  const both = [cached.embedQuery('key', leave.signal), cached.embedQuery('key', leave.signal)]
  leave.abort(new Error('left'))
  await Promise.allSettled(both)
  expect(calls[0]?.signal?.aborted).toBe(true)
  const next = cached.embedQuery('key')
  calls[1]?.finish(Float32Array.of(3))
  expect(await next).toEqual(Float32Array.of(3))
})

test('the least recently used query is evicted', async () => {
  const { calls, embedder } = heldEmbedder()
  const cached = cacheQueries(embedder, { maxEntries: 2 })
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) {
    const answer = cached.embedQuery(text)
    calls.at(-1)?.finish(Float32Array.of(1))
    await answer
  }
  expect(calls.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'b'])
})

test('a long query takes no more of the cache than a short one', () => {
  const long = normaliseQuery('ﷺ'.repeat(4_000))
  expect(long.length).toBeGreaterThan(70_000)
  expect(cacheKey(long)).toHaveLength(cacheKey('key').length)
  expect(cacheKey(long)).not.toBe(cacheKey(`${long}.`))
})
