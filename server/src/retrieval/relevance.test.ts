import { expect, test } from 'vitest'
import { relevantOnly } from './relevance.ts'

const passage = (page: string, relevance: number) => ({ relevance, documentId: page })

test('passages below the relevance threshold are dropped, and the order is kept', () => {
  const passages = [passage('a', 0.6), passage('b', 0.25), passage('c', 0.1)]
  expect(relevantOnly(passages)).toEqual(passages.slice(0, 2))
  expect(relevantOnly([passage('c', 0.1)])).toEqual([])
})
