import { expect, test } from 'vitest'
import type { Features } from './rankings.ts'
import { byMinMax, byText, rankDocuments } from './rankings.ts'

const candidate = (documentId: string, change: Partial<Features> = {}): Features => ({
  passageId: documentId,
  documentId,
  vectorScore: 0,
  textScore: 0,
  vectorRank: null,
  textRank: null,
  ...change,
})

test('a document stands where its best passage stands, once', () => {
  const found = [
    candidate('late', { textRank: 2 }),
    candidate('best', { textRank: 3 }),
    candidate('best', { textRank: 1 }),
  ]
  expect(rankDocuments(found, byText)).toEqual(['best', 'late'])
})

test('what only the other search found is not in a ranking', () => {
  expect(rankDocuments([candidate('a', { vectorRank: 1 })], byText)).toEqual([])
})

test('ties are ordered by document id, whatever the order found', () => {
  const found = [candidate('b', { textRank: 1 }), candidate('a', { textRank: 1 })]
  expect(rankDocuments(found, byText)).toEqual(['a', 'b'])
})

test('min-max stretches each score over the candidates, so that a narrow range counts as much', () => {
  const found = [
    candidate('text', { vectorScore: 0.8, textScore: 0.9 }),
    candidate('vector', { vectorScore: 0.82, textScore: 0.1 }),
    candidate('middle', { vectorScore: 0.815, textScore: 0.6 }),
  ]
  expect(rankDocuments(found, byMinMax(0.5))[0]).toBe('middle')
  expect(rankDocuments(found, byMinMax(1))[0]).toBe('vector')
  expect(rankDocuments(found, byMinMax(0))[0]).toBe('text')
})
