import { expect, test } from 'vitest'
import type { Embedder } from '../../models/embedding/embedder.ts'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { compareSentences } from './sentence-similarities.ts'
import { quotablePassages } from './passage-sentences.ts'

const passages = [rankedPassage('Keys open doors. Nothing else does that.', { title: 'Keys' })]
const KEYS = 'Keys open doors.'

/** Texts about keys point one way, all others another. */
function embedderOf(embedded: string[], answers = true): Embedder {
  const vectorOf = (text: string) =>
    Float32Array.of(/key/i.test(text) ? 1 : 0, /key/i.test(text) ? 0 : 1)
  return {
    model: 'test',
    dimensions: 2,
    similarityBaseline: async () => 0,
    async embedPassages(texts, signal, options) {
      expect(options).toEqual({ urgent: true })
      if (!answers)
        await new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        )
      embedded.push(...texts)
      return texts.map(vectorOf)
    },
    embedQuery: async (text) => vectorOf(text),
    close: async () => {},
  }
}

const bounds = () => ({ signal: new AbortController().signal, timeoutMs: 60_000 })

test('sentences and headings are compared with the question', async () => {
  const found = await compareSentences(
    embedderOf([]),
    'What do keys do?',
    quotablePassages(passages),
    bounds(),
  )
  expect([...found]).toEqual([
    ['Keys', 1],
    [KEYS, 1],
    ['Nothing else does that.', 0],
  ])
})

test('a sentence is embedded once, whatever is asked next', async () => {
  const embedded: string[] = []
  const embedder = embedderOf(embedded)
  await compareSentences(embedder, 'What do keys do?', quotablePassages(passages), bounds())
  const again = await compareSentences(embedder, 'Which key?', quotablePassages(passages), bounds())
  expect(embedded).toHaveLength(3)
  expect(again.get(KEYS)).toBe(1)
})

test('a model that does not answer in time leaves the words to decide', async () => {
  const { signal } = new AbortController()
  const found = await compareSentences(embedderOf([], false), 'What?', quotablePassages(passages), {
    signal,
    timeoutMs: 1,
  })
  expect(found.size).toBe(0)
})

test('a client disconnect ends the comparison', async () => {
  const client = new AbortController()
  const found = compareSentences(embedderOf([], false), 'What?', quotablePassages(passages), {
    signal: client.signal,
    timeoutMs: 60_000,
  })
  client.abort(new Error('disconnected'))
  await expect(found).rejects.toThrow('disconnected')
})

test('no more than 24 new sentences are embedded for one question', async () => {
  const embedded: string[] = []
  const content = Array.from({ length: 60 }, (_, n) => `Key number ${n} opens a door.`).join(' ')
  await compareSentences(
    embedderOf(embedded),
    'What?',
    quotablePassages([rankedPassage(content)]),
    bounds(),
  )
  expect(embedded).toHaveLength(24)
})
