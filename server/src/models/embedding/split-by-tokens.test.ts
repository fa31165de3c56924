import { expect, test } from 'vitest'
import { splitByTokens } from './split-by-tokens.ts'

test('a run holds no more texts than allowed', () => {
  const runs = splitByTokens(['a', 'b', 'c'], { maxTexts: 2, maxTokens: 100 })
  expect(runs).toEqual([['a', 'b'], ['c']])
})

test('a run holds no more tokens than allowed', () => {
  const text = 'x'.repeat(30)
  expect(splitByTokens([text, text, text], { maxTexts: 10, maxTokens: 14 })).toHaveLength(2)
})

test('a text too large for any run gets a run of its own', () => {
  const large = 'x'.repeat(3000)
  const runs = splitByTokens(['a', large, 'b'], { maxTexts: 10, maxTokens: 20 })
  expect(runs).toEqual([['a'], [large], ['b']])
})

test('a Chinese character is a token, and so is a bracket', () => {
  const split = (text: string) => splitByTokens([text, text], { maxTexts: 10, maxTokens: 100 })
  expect(split('證'.repeat(60))).toHaveLength(2)
  expect(split('{}'.repeat(30))).toHaveLength(2)
  expect(split('word '.repeat(12))).toHaveLength(1)
})
