import { expect, test } from 'vitest'
import { isRelevant } from './relevance.ts'

test('a passage below the relevance threshold is not relevant', () => {
  expect([0.6, 0.15, 0.1].map((relevance) => isRelevant({ relevance }))).toEqual([
    true,
    true,
    false,
  ])
})
