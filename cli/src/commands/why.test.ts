import type { Explanation } from '@footnote/client/admin'
import { expect, test } from 'vitest'
import { renderExplanation } from './why.ts'

const explanation: Explanation = {
  verdict: 'below_floor',
  reasons: ['Its best passage has a relevance of 0.05; below 0.15 nothing is returned.'],
  document_id: 'document',
  place: null,
  results: 3,
  floor: 0.15,
  passages: [
    {
      id: 'passage',
      index: 4,
      heading_path: ['Keys'],
      excerpt: 'Turn the key.\u001b[2J',
      place: null,
      rank: 12,
      vector_rank: 40,
      text_rank: null,
      relevance: 0.05,
      vector_score: 0.1,
      text_score: 0,
      rerank_score: null,
    },
  ],
}

test('the verdict comes first, then the passages with their scores and ranks', () => {
  const lines = renderExplanation(explanation, 100).split('\n')
  expect(lines[0]).toBe('below floor')
  expect(lines.at(-2)).toMatch(
    /^#4 +- +12 +0\.05 +0\.10 \(40\) +0\.00 \(-\) +Keys › Turn the key\. \[2J$/,
  )
  expect(lines.at(-1)).toBe('The relevance threshold is 0.15.')
})

test('a page without passages has only reasons', () => {
  const restricted: Explanation = { ...explanation, verdict: 'restricted', passages: [] }
  expect(renderExplanation(restricted, 100)).toBe(`restricted\n  ${explanation.reasons[0]}`)
})
