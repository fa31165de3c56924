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
  missing_page: null,
}
const KB = 'kb-1'

test('the verdict comes first, then the passages with their scores and ranks', () => {
  const lines = renderExplanation(explanation, 100, KB).split('\n')
  expect(lines[0]).toBe('below floor')
  expect(lines.at(-2)).toMatch(
    /^#4 +- +12 +0\.05 +0\.10 \(40\) +0\.00 \(-\) +Keys › Turn the key\. \[2J$/,
  )
  expect(lines.at(-1)).toBe('The relevance threshold is 0.15.')
})

test('a page without passages has only reasons', () => {
  const restricted: Explanation = { ...explanation, verdict: 'restricted', passages: [] }
  expect(renderExplanation(restricted, 100, KB)).toBe(`restricted\n  ${explanation.reasons[0]}`)
})

const missing = {
  source_id: 'source-1',
  source_name: 'Docs',
  key: 'valve.md',
  state: 'skipped',
  reason: 'It is no page.',
  deleted_at: null,
} as const

test('a page that its source left out has the reason, and a deleted one how it comes back', () => {
  const absent = { ...explanation, reasons: [], passages: [] }
  const skipped: Explanation = { ...absent, verdict: 'skipped', missing_page: missing }
  expect(renderExplanation(skipped, 100, KB)).toBe(
    'skipped\n  The source Docs skipped this page: It is no page.',
  )
  const deleted: Explanation = {
    ...absent,
    verdict: 'deleted',
    missing_page: {
      ...missing,
      state: 'deleted',
      reason: null,
      deleted_at: '2026-11-19T09:00:00Z',
    },
  }
  expect(renderExplanation(deleted, 100, KB)).toBe(
    'deleted\n  An operator deleted this page on 2026-11-19, so syncs of the source Docs leave it ' +
      'out. To bring it back: footnote sources restore source-1 valve.md --knowledge-base kb-1',
  )
})
