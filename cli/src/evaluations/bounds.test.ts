import type { EvaluationMetrics } from '@footnote/client/admin'
import { expect, test } from 'vitest'
import { readBound, shortfalls } from './bounds.ts'

const METRICS: EvaluationMetrics = {
  passed: 0.9,
  recall: 0.8,
  citation_precision: 0.7,
  abstention: null,
  false_abstention: 0.1,
  said: null,
  failed: 0,
  p95_ms: 1200,
  input_tokens: null,
  output_tokens: null,
}

test('a figure at its bound passes, one beyond it does not', () => {
  const missed = (text: string, fails: 'under' | 'over') =>
    shortfalls(METRICS, [readBound(text, fails)])
  expect(missed('0.9', 'under')).toEqual([])
  expect(missed('0.91', 'under')).toEqual(['passed is 0.9, under 0.91.'])
  expect(missed('recall=0.8', 'under')).toEqual([])
  expect(missed('false_abstention=0.05', 'over')).toEqual(['false_abstention is 0.1, over 0.05.'])
  expect(missed('p95_ms=1200', 'over')).toEqual([])
  expect(missed('abstention=0.5', 'under')).toEqual([
    'abstention: no question of the set is about it.',
  ])
})

test('an unknown figure or none is wrong usage', () => {
  for (const text of ['accuracy=1', 'recall=', 'recall', 'x']) {
    expect(() => readBound(text, 'under')).toThrow(expect.objectContaining({ exitCode: 2 }))
  }
})
