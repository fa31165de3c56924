import { expect, test } from 'vitest'
import { mergeSearches } from './merge-searches.ts'
import type { RankedPassage, Retrieved } from './retrieve.ts'
import { NOTHING_MISSING } from './words/read-words.ts'

const makeSearch = (found: Record<string, number>): Retrieved => ({
  passages: Object.entries(found).map(
    ([id, relevance]) => ({ id, relevance }) as unknown as RankedPassage,
  ),
  candidates: Object.entries(found).map(
    ([passageId, relevance]) => ({ passageId, relevance }) as Retrieved['candidates'][number],
  ),
  evidence: null,
  words: NOTHING_MISSING,
  synonyms: [],
})
const merge = (limit: number, ...found: Record<string, number>[]) =>
  mergeSearches(found.map(makeSearch), limit).passages.map(({ id }) => id)

test('the best of each search come first, in turns', () => {
  expect(merge(10, { a: 0.9, b: 0.8, c: 0.7 }, { d: 0.5, e: 0.4 })).toEqual([
    'a',
    'd',
    'b',
    'e',
    'c',
  ])
})

test('the limit is of all together, and a search that found nothing takes no place', () => {
  expect(merge(3, { a: 0.9, b: 0.8 }, {}, { d: 0.5, e: 0.4 })).toEqual(['a', 'd', 'b'])
})

test('a passage that two searches found is there once, with the higher relevance', () => {
  const { passages, candidates } = mergeSearches(
    [makeSearch({ a: 0.4, b: 0.3 }), makeSearch({ b: 0.9, a: 0.8 })],
    10,
  )
  expect(passages.map(({ id, relevance }) => [id, relevance])).toEqual([
    ['a', 0.8],
    ['b', 0.9],
  ])
  expect(candidates).toHaveLength(2)
})

test('one search stays as it is', () => {
  const only = makeSearch({ a: 0.9, b: 0.8 })
  expect(mergeSearches([only], 1)).toBe(only)
})
