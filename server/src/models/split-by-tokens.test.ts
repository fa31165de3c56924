import { expect, test } from 'vitest'
import { splitByTokens } from './split-by-tokens.ts'

test('a run holds no more texts than allowed', () => {
  const runs = splitByTokens(['a', 'b', 'c'], { maxTexts: 2, maxTokens: 100 })
  expect(runs).toEqual([['a', 'b'], ['c']])
})

test('a run holds no more tokens than allowed', () => {
  const text = 'x'.repeat(30)
  expect(splitByTokens([text, text, text], { maxTexts: 10, maxTokens: 20 })).toHaveLength(2)
})

test('a text too large for any run goes alone', () => {
  const large = 'x'.repeat(3000)
  const runs = splitByTokens(['a', large, 'b'], { maxTexts: 10, maxTokens: 20 })
  expect(runs).toEqual([['a'], [large], ['b']])
})
