import { expect, test } from 'vitest'
import { growth, MAX_LINEAR_GROWTH } from '../support/growth.ts'

const letters = (size: number): string => 'a'.repeat(size)

test('work in proportion to its input is told from work that is not', () => {
  const linear = (text: string) => text.replaceAll(/a{1,8}/g, 'b')
  expect(growth(500_000, letters, linear)).toBeLessThan(MAX_LINEAR_GROWTH)
  // Compiled first: what is compiled between the small and the large input would hide the growth.
  countPairs(letters(4_000))
  expect(growth(4_000, letters, countPairs)).toBeGreaterThan(MAX_LINEAR_GROWTH)
})

function countPairs(text: string): number {
  let pairs = 0
  for (let first = 0; first < text.length; first += 1) {
    for (let second = 0; second < text.length; second += 1) {
      if (text.charCodeAt(first) === text.charCodeAt(second)) pairs += 1
    }
  }
  return pairs
}
