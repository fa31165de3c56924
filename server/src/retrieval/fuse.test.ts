import { expect, test } from 'vitest'
import type { Candidate } from './candidates.ts'
import {
  fuse,
  fusedScores,
  isRelevant,
  PAGE_PRIORS,
  reciprocalRankScore,
  computeRelevance,
} from './fuse.ts'

const candidate = (documentId: string, vectorScore: number, textScore: number): Candidate => ({
  passageId: '',
  documentId,
  vectorScore,
  textScore,
  vectorRank: 1,
  textRank: null,
})

test('a passage that both retrievers rank second beats the best of either', () => {
  expect(reciprocalRankScore(2, 2)).toBeGreaterThan(reciprocalRankScore(1, null))
  expect(reciprocalRankScore(2, 2)).toBeGreaterThan(reciprocalRankScore(null, 1))
})

test('a better rank in one retriever raises the score', () => {
  expect(reciprocalRankScore(1, 9)).toBeGreaterThan(reciprocalRankScore(2, 9))
})

test('a passage that neither retriever found scores 0', () => {
  expect(reciprocalRankScore(null, null)).toBe(0)
})

test('a strong match in both retrievers is more relevant than a perfect one in either', () => {
  const both = computeRelevance({ vectorScore: 0.6, textScore: 0.6 })
  expect(both).toBeGreaterThan(computeRelevance({ vectorScore: 1, textScore: 0 }))
  expect(both).toBeGreaterThan(computeRelevance({ vectorScore: 0, textScore: 1 }))
})

test('a strong match in both retrievers beats a perfect one in either', () => {
  const both = candidate('a', 0.6, 0.6)
  const meaning = candidate('b', 1, 0)
  const words = candidate('c', 0, 1)
  const [first = 0, ...others] = fusedScores([both, meaning, words])
  for (const other of others) expect(first).toBeGreaterThan(other)
})

test('a retriever with a narrow range of scores counts as much as one with a wide range', () => {
  expect(fusedScores([candidate('a', 0.71, 0.2), candidate('b', 0.7, 0.9)])).toEqual([1, 1])
})

test('a retriever that scores all alike leaves the order to the other', () => {
  const [first = 0, second = 0] = fusedScores([candidate('a', 0.5, 0), candidate('b', 0.4, 0)])
  expect(first).toBeGreaterThan(second)
  expect(fusedScores([])).toEqual([])
})

test('of two equal passages, the one whose document has more matches comes first', () => {
  const [alone = 0, supported = 0] = fusedScores([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    candidate('b', 0.7, 0.7),
    candidate('c', 0, 0),
  ])
  expect(supported).toBeGreaterThan(alone)
})

test('poor matches do not boost their document, however many there are', () => {
  const [alone, long] = fusedScores([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    ...Array.from({ length: 10 }, () => candidate('b', 0.4, 0.4)),
    candidate('c', 0, 0),
  ])
  expect(long).toBeCloseTo(alone ?? 0, 12)
})

test('a document is boosted no more by ten further passages than by three', () => {
  const page = (passages: number) => [
    candidate('a', 1, 1),
    ...Array.from({ length: passages }, () => candidate('a', 0.8, 0.8)),
    candidate('b', 0, 0),
  ]
  const [ten] = fusedScores(page(10))
  const [three = 0] = fusedScores(page(3))
  const [two] = fusedScores(page(2))
  expect(ten).toBeCloseTo(three, 12)
  expect(three).toBeGreaterThan(two ?? 0)
})

test('the order is by fused score, then relevance, then id, whatever it was', () => {
  const passage = (
    passageId: string,
    documentId: string,
    vectorScore: number,
    textScore: number,
  ) => ({
    ...candidate(documentId, vectorScore, textScore),
    passageId,
  })
  // The two in the middle are alike but for their ids.
  const best = passage('best', 'a', 0.9, 0.9)
  const meaning = passage('meaning', 'b', 0.9, 0.1)
  const words = passage('words', 'c', 0.1, 0.9)
  const last = passage('last', 'd', 0.1, 0.1)
  const order = ['best', 'meaning', 'words', 'last']
  for (const all of [
    [best, meaning, words, last],
    [last, words, meaning, best],
  ]) {
    expect(fuse(all).map(({ passageId }) => passageId)).toEqual(order)
  }
})

test('a withdrawn candidate that is taken out first shapes no score of the others', () => {
  const kept = [candidate('a', 0.5, 0.4), candidate('b', 0.4, 0.5), candidate('c', 0.1, 0.1)]
  expect(fusedScores(kept)).not.toEqual(fusedScores([...kept, candidate('d', 1, 1)]).slice(0, 3))
  expect(fuse(kept)[0]).toMatchObject({ relevance: 0.45, rrfScore: reciprocalRankScore(1) })
})

test('a passage below the relevance threshold is not relevant', () => {
  expect([0.6, 0.15, 0.1].map((relevance) => isRelevant({ relevance }))).toEqual([
    true,
    true,
    false,
  ])
})

test('the page that the reader is on goes before what fits nearly as well, and its section after it', () => {
  const passage = (documentId: string, vectorScore: number, textScore = 0.5) => ({
    ...candidate(documentId, vectorScore, textScore),
    passageId: documentId,
  })
  const all = [
    passage('best', 0.9, 0.9),
    passage('near', 0.52),
    passage('page', 0.5),
    passage('section', 0.5),
    passage('far', 0.1, 0.1),
  ]
  const order = (near?: Map<string, 'page' | 'section'>) =>
    fuse(all, near).map(({ passageId }) => passageId)
  expect(order()).toEqual(['best', 'near', 'page', 'section', 'far'])
  const near = new Map([
    ['section', 'section'],
    ['page', 'page'],
    ['far', 'page'],
  ] as const)
  expect(order(near)).toEqual(['best', 'page', 'section', 'near', 'far'])
  const far = fuse(all, near).at(-1)
  expect(far).toMatchObject({ relevance: 0.1, pagePrior: PAGE_PRIORS.page })
  expect(isRelevant(far ?? { relevance: 1 })).toBe(false)
})
