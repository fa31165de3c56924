import { expect, test } from 'vitest'
import { containsSpan, newTermRecall, termF1 } from './text-overlap.ts'

test('F1 counts a repeated term as often as the reference has it', () => {
  expect(termF1('pods pods pods', 'pods nodes')).toBeCloseTo(2 / 5, 10)
  expect(termF1('pods and nodes', 'nodes pods')).toBe(1)
  expect(termF1('nothing', 'pods')).toBe(0)
})

test('terms of the question are no part of what the answer has to bring', () => {
  expect(newTermRecall('Wait 30 seconds', 'The wait is 30 minutes', 'How long is the wait?')).toBe(
    0.5,
  )
  expect(newTermRecall('', 'The wait', 'wait')).toBe(1)
})

test('a span is found across line ends, case and escapes', () => {
  expect(containsSpan('It has 6\\*7 parts\nand **no** more', ['6*7 parts and'])).toBe(true)
  expect(containsSpan('It has none', ['some'])).toBe(false)
})
