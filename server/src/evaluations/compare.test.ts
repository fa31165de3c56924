import type { EvaluationItem } from '@footnote/contract/admin/evaluations/evaluations'
import { expect, test } from 'vitest'
import { compareItems } from './compare.ts'

const item = (question: string, passed: boolean): EvaluationItem => ({
  question,
  expect: 'answer',
  expected_pages: [],
  must_say: [],
  from_message_id: null,
  outcome: 'answered',
  passed,
  answer: passed ? 'Right.' : 'Wrong.',
  citations: [],
  missing_pages: [],
  recall: null,
  citation_precision: null,
  said: null,
  ms: 1,
  input_tokens: null,
  output_tokens: null,
  error_code: null,
})

test('questions are compared by their text, broken ones first', () => {
  const before = [item('a', true), item('b', true), item('c', false), item('gone', true)]
  const after = [item('new', false), item('c', true), item('b', false), item('a', true)]
  const { counts, items } = compareItems(before, after)
  expect(counts).toEqual({ broken: 1, fixed: 1, same: 1, added: 1, removed: 1 })
  expect(items.map(({ question, change }) => [question, change])).toEqual([
    ['b', 'broken'],
    ['c', 'fixed'],
    ['a', 'same'],
    ['new', 'added'],
    ['gone', 'removed'],
  ])
  expect(items[0]).toMatchObject({ before: { answer: 'Right.' }, after: { answer: 'Wrong.' } })
})
