import { expect, test } from 'vitest'
import { gateFaults } from './gate.ts'

const METRICS = {
  passed: 0.9,
  recall: 0.8,
  citation_precision: null,
  abstention: 1,
  false_abstention: 0.1,
  said: null,
  failed: 0,
  p95_ms: 900,
  input_tokens: null,
  output_tokens: null,
}

test('a figure at its threshold passes, and one that is not measured does not', () => {
  const at = { passed: 0.9, recall: 0.8, abstention: 1, false_abstention: 0.1, p95_ms: 900 }
  expect(gateFaults(at, METRICS)).toEqual([])
  expect(gateFaults({ recall: 0.81, false_abstention: 0.09, p95_ms: 899 }, METRICS)).toEqual([
    'recall is 0.8, below 0.81',
    'false_abstention is 0.1, above 0.09',
    'p95_ms is 900, above 899',
  ])
  expect(gateFaults({ citation_precision: 0 }, METRICS)).toEqual([
    'no question is about citation_precision',
  ])
})
