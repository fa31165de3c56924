import { expect, test } from 'vitest'
import { measureAnswer } from './measure-answer.ts'
import type { Timed } from './get-metrics.ts'
import { getMetrics } from './get-metrics.ts'

const expected = { expect: 'answer' as const, pages: ['keys', 'rotate'], must_say: ['24 Hours'] }
const given = {
  refused: false,
  ranking: ['keys', 'keys', 'other', 'rotate'],
  cited: ['keys', 'other', 'keys'],
  text: 'The old key works for **24  hours** [1].',
}

test('an answer passes that cites an expected page and says every phrase', () => {
  expect(measureAnswer(expected, given)).toEqual({
    recall: 1,
    citation_precision: 0.5,
    said: true,
    passed: true,
  })
  expect(measureAnswer(expected, { ...given, cited: ['other'] }).passed).toBe(false)
  expect(measureAnswer(expected, { ...given, text: 'For a day.' })).toMatchObject({
    said: false,
    passed: false,
  })
  const free = { ...expected, pages: [], must_say: [] }
  expect(measureAnswer(free, { ...given, cited: [] })).toEqual({
    recall: null,
    citation_precision: null,
    said: null,
    passed: true,
  })
})

test('a refusal passes where it is expected alone, and what was found still counts', () => {
  const refused = { ...given, refused: true, cited: [] }
  expect(measureAnswer(expected, refused)).toEqual({
    recall: 1,
    citation_precision: null,
    said: null,
    passed: false,
  })
  const outside = { expect: 'refuse' as const, pages: [], must_say: [] }
  expect(measureAnswer(outside, refused).passed).toBe(true)
  expect(measureAnswer(outside, given).passed).toBe(false)
})

test('recall looks at the first ten pages, not passages', () => {
  const others = Array.from({ length: 9 }, (_, index) => [
    `other ${index}`,
    `other ${index}`,
  ]).flat()
  const rankingWith = (ranking: string[]) => measureAnswer(expected, { ...given, ranking }).recall
  expect(rankingWith([...others, 'keys', 'rotate'])).toBe(0.5)
  expect(rankingWith(others)).toBe(0)
})

const item = (change: Partial<Timed>): Timed => ({
  expect: 'answer',
  outcome: 'answered',
  recall: null,
  citation_precision: null,
  said: null,
  passed: true,
  ms: 10,
  input_tokens: null,
  output_tokens: null,
  ...change,
})

test('each share is of the questions it is about, and a failure counts as not passed alone', () => {
  const items = [
    item({ recall: 1, citation_precision: 1, said: true, ms: 40, input_tokens: 5 }),
    item({ recall: 0, outcome: 'refused', passed: false, input_tokens: 7 }),
    item({ recall: 0.5, citation_precision: 0, said: false, passed: false }),
    item({ expect: 'refuse', outcome: 'refused' }),
    item({ outcome: 'failed', passed: false }),
  ]
  expect(getMetrics(items)).toEqual({
    passed: 0.4,
    recall: 0.5,
    citation_precision: 0.5,
    abstention: 1,
    false_abstention: 0.3333,
    said: 0.5,
    failed: 1,
    p95_ms: 40,
    input_tokens: 12,
    output_tokens: null,
  })
  expect(getMetrics([])).toMatchObject({ passed: null, recall: null, abstention: null })
})
