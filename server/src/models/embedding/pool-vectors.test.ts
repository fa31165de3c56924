import { expect, test } from 'vitest'
import { normalise, poolVectors } from './pool-vectors.ts'

const hidden = {
  // Two texts of up to two tokens, two dimensions; the second text's last token is padding.
  values: Float32Array.of(3, 0, 0, 4, 0, 5, 99, 99),
  paddedLength: 2,
  dimensions: 2,
}

test('mean pooling averages a text and leaves padding out', () => {
  const vectors = poolVectors(hidden, [2, 1], 'mean')
  expect(vectors).toEqual(Float32Array.of(0.6, 0.8, 0, 1))
})

test('cls pooling takes the first token', () => {
  expect(poolVectors(hidden, [2, 1], 'cls')).toEqual(Float32Array.of(1, 0, 0, 1))
})

test.each([
  ['zeros', [0, 0, 0]],
  ['no number', [1, NaN, 0]],
  ['an infinite number', [1, Infinity, 0]],
])('a vector of %s is refused: it has no direction, and would spoil every score', (_, vector) => {
  expect(() => normalise(Float32Array.from(vector))).toThrow('without a direction')
})
