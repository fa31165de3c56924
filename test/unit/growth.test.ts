import { expect, test } from 'vitest'
import { growth, MAX_LINEAR_GROWTH } from '../support/growth.ts'

const letters = (size: number): string => 'a'.repeat(size)

test('work in proportion to its input is told from work that is not', () => {
  const linear = (text: string) => text.replaceAll(/a{1,8}/g, 'b')
  const quadratic = (text: string) => /a*b/.test(text)
  expect(growth(500_000, letters, linear)).toBeLessThan(MAX_LINEAR_GROWTH)
  expect(growth(4_000, letters, quadratic)).toBeGreaterThan(MAX_LINEAR_GROWTH)
})
