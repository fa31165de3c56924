import { expect, test } from 'vitest'
import { coverage, relevantOnly } from './relevance.ts'

const passage = (page: string, relevance: number) => ({ relevance, documentId: page })

test('passages that have nothing to do with the query are dropped, the order kept', () => {
  const passages = [passage('a', 0.6), passage('b', 0.25), passage('c', 0.1)]
  expect(relevantOnly(passages)).toEqual(passages.slice(0, 2))
  expect(relevantOnly([passage('c', 0.1)])).toEqual([])
})

test('a page that stands out covers more than one among equals', () => {
  const alone = coverage([passage('a', 0.5), passage('b', 0.2)])
  const among = coverage([passage('a', 0.5), passage('b', 0.49)])
  expect(alone).toBeGreaterThan(among)
})

test('a second passage of the same page takes nothing away', () => {
  const once = coverage([passage('a', 0.5), passage('b', 0.2)])
  const twice = coverage([passage('a', 0.5), passage('a', 0.48), passage('b', 0.2)])
  expect(twice).toBe(once)
})

test('nothing found covers nothing', () => {
  expect(coverage([])).toBe(0)
})
