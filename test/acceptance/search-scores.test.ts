import type { SearchResult } from '@footnote/client'
import { expect } from 'vitest'
import type { SteeredEmbeddings } from '../support/acceptance.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge, PageInput } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'

const { verifies } = acceptance()

/** Pages of the same length, each named by its URL's last part. */
const page = (name: string, words: string): PageInput => {
  const filler = Array.from({ length: 12 - words.split(' ').length }, (_, n) => `pebble${n}`)
  return {
    url: `https://docs.example.com/${name}`,
    title: 'Page',
    content: [words, ...filler].join(' '),
  }
}

/** Texts with these words have the same vector, so those without the query's words are returned too. */
function placeTogether(embeddings: SteeredEmbeddings, words: readonly string[]): void {
  for (const word of words) embeddings.place(word, [1])
}

const getName = ({ document }: SearchResult) => document.url.split('/').at(-1) ?? ''

async function readScores(knowledge: Knowledge, query: string) {
  const { results } = await knowledge.client.search({ query, limit: 100 })
  return Object.fromEntries(results.map((result) => [getName(result), result]))
}

verifies(
  ['vector-score.clamped-cosine', 'search.vector-score.from-0-to-1'],
  async ({ service, knowledge, embeddings }) => {
    embeddings.place('same', [2, 0])
    embeddings.place('near', [0.6, 0.8])
    embeddings.place('across', [0, 1])
    embeddings.place('away', [-0.6, 0.8])
    embeddings.place('opposite', [-1, 0])
    embeddings.place('compass', [1, 0])
    const names = ['same', 'near', 'across', 'away', 'opposite']
    await putPages(
      service,
      knowledge.knowledgeBaseId,
      // All have the query's word, so they are returned however distant their vectors are.
      names.map((name) => page(name, `${name} compass`)),
    )
    const scores = await readScores(knowledge, 'compass')
    // The index keeps half precision: three digits.
    expect(scores['same']?.vector_score).toBeCloseTo(1, 3)
    expect(scores['near']?.vector_score).toBeCloseTo(0.6, 3)
    expect(scores['across']?.vector_score).toBeCloseTo(0, 3)
    expect(scores['away']?.vector_score).toBe(0)
    expect(scores['opposite']?.vector_score).toBe(0)
    for (const { vector_score } of Object.values(scores)) {
      expect(vector_score).toBeGreaterThanOrEqual(0)
      expect(vector_score).toBeLessThanOrEqual(1)
    }
  },
)

verifies(
  'search.vector-score.comparable-across-queries',
  async ({ service, knowledge, embeddings }) => {
    embeddings.place('travertine', [0.6, 0.8])
    embeddings.place('marble', [1, 1])
    embeddings.place('quarry', [0, 1])
    embeddings.place('limestone', [1, 0])
    const crowded = await createKnowledge(service)
    const wanted = page('wanted', 'travertine marble quarry')
    const crowd = ['marble', 'marble quarry stone', 'quarry', 'slate'].map((words, n) =>
      page(`crowd-${n}`, words),
    )
    await putPages(service, knowledge.knowledgeBaseId, [wanted])
    await putPages(service, crowded.knowledgeBaseId, [...crowd, wanted])
    for (const query of ['marble quarry', 'quarry', 'limestone']) {
      const alone = (await readScores(knowledge, query))['wanted']?.vector_score
      const amongMany = (await readScores(crowded, query))['wanted']?.vector_score
      expect(alone, query).toBeGreaterThan(0.5)
      expect(amongMany).toBeCloseTo(alone ?? Number.NaN, 6)
    }
  },
)

verifies('text-score.share-of-best-bm25', async ({ service, knowledge, embeddings }) => {
  placeTogether(embeddings, ['basalt', 'feldspar', 'chalk'])
  await putPages(service, knowledge.knowledgeBaseId, [
    page('rare', 'basalt'),
    page('both', 'basalt feldspar'),
    page('common', 'feldspar'),
    page('common-again', 'feldspar'),
    { ...page('full', ''), content: 'basalt feldspar '.repeat(60) },
    ...Array.from({ length: 7 }, (_, n) => page(`none-${n}`, 'chalk')),
  ])
  const scores = await readScores(knowledge, 'basalt feldspar')
  const score = (name: string) => scores[name]?.text_score ?? Number.NaN
  // 12 passages: 3 have the rare term, 4 the common one.
  const idf = (passages: number) => Math.log(1 + (12 - passages + 0.5) / (passages + 0.5))
  expect(score('rare') / score('common')).toBeCloseTo(idf(3) / idf(4), 3)
  expect(score('both')).toBeCloseTo(score('rare') + score('common'), 4)
  expect(score('common-again')).toBeCloseTo(score('common'), 6)
  expect(score('none-0')).toBe(0)
  // Repeating the terms nears the best a passage could reach; the best one found is no yardstick.
  expect(score('full')).toBeGreaterThan(0.95)
  expect(score('full')).toBeLessThan(1)
})

verifies('search.text-score.from-0-to-1', async ({ service, knowledge, embeddings }) => {
  placeTogether(embeddings, ['copper', 'smelter', 'willow'])
  await putPages(service, knowledge.knowledgeBaseId, [
    page('strong', 'copper copper smelter'),
    page('middling', 'copper smelter'),
    page('weak', 'copper'),
    page('none', 'willow'),
  ])
  const scores = await readScores(knowledge, 'copper smelter')
  const textScores = ['strong', 'middling', 'weak', 'none'].map((name) => scores[name]?.text_score)
  expect(textScores).toEqual(textScores.toSorted((a = 0, b = 0) => b - a))
  expect(new Set(textScores).size).toBe(4)
  expect(textScores[0]).toBeLessThanOrEqual(1)
  expect(textScores[3]).toBe(0)
})

verifies('search.rrf-score.combines-both-searches', async ({ service, knowledge, embeddings }) => {
  embeddings.place('meaningfirst', [1, 0])
  embeddings.place('bothsecond', [0.5, 0.86])
  for (let n = 0; n < 9; n += 1) embeddings.place(`between${n}`, [0.49 - n / 100, 0.89])
  embeddings.place('wordsfirst', [0, 1])
  embeddings.place('harbour', [1, 0])
  await putPages(service, knowledge.knowledgeBaseId, [
    page('meaning-first', 'meaningfirst'),
    page('words-first', 'wordsfirst harbour harbour harbour pilot pilot pilot'),
    page('both-second', 'bothsecond harbour'),
    ...Array.from({ length: 9 }, (_, n) => page(`between-${n}`, `between${n}`)),
  ])
  const { results } = await knowledge.client.search({ query: 'harbour pilot', limit: 100 })
  expect(results).toHaveLength(12)
  const [top] = results.toSorted((a, b) => b.rrf_score - a.rrf_score)
  expect(top && getName(top)).toBe('both-second')
  const scores = Object.fromEntries(results.map((result) => [getName(result), result]))
  // Second by both is better than first by either, though its scores add up to less.
  for (const name of ['meaning-first', 'words-first']) {
    expect(scores[name]?.rrf_score).toBeLessThan(top?.rrf_score ?? 0)
    expect(sumOfScores(scores[name])).toBeGreaterThan(sumOfScores(top))
  }
  const middle = Array.from({ length: 9 }, (_, n) => scores[`between-${n}`]?.rrf_score ?? 0)
  expect(middle).toEqual(middle.toSorted((a, b) => b - a))
  expect(new Set(middle).size).toBe(9)
})

const sumOfScores = (result: SearchResult | undefined): number =>
  result ? result.vector_score + result.text_score : Number.NaN

verifies(
  'search.rerank-score.zero-without-reranker',
  async ({ service, knowledge, embeddings }) => {
    placeTogether(embeddings, ['granite', 'gneiss'])
    await putPages(service, knowledge.knowledgeBaseId, [page('a', 'granite'), page('b', 'gneiss')])
    const { results } = await knowledge.client.search({ query: 'granite' })
    expect(results.map((result) => result.rerank_score)).toEqual([0, 0])
  },
)
