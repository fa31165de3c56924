import { expect, test, vi } from 'vitest'
import { growth, MAX_LINEAR_GROWTH } from '../support/growth.ts'

/** It measures work over growing inputs: half a minute on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

const letters = (size: number): string => 'a'.repeat(size)

test('work in proportion to its input is told from work that is not', () => {
  const linear = (text: string) => text.replaceAll(/a{1,8}/g, 'b')
  expect(growth(500_000, letters, linear)).toBeLessThan(MAX_LINEAR_GROWTH)
  // Cubic: a busy machine can make the growth of quadratic work, 16 times, look like half of that.
  expect(growth(75, letters, countTriples)).toBeGreaterThan(MAX_LINEAR_GROWTH)
})

function countTriples(text: string): number {
  let triples = 0
  for (const first of text) {
    for (const second of text) {
      for (const third of text) if (first === second && second === third) triples += 1
    }
  }
  return triples
}
