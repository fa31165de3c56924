import { expect, test } from 'vitest'
import { calibrate, measureSimilarityBaseline } from './similarity-baseline.ts'

/** Every vector is `shared` of one common axis, and for the rest on an axis of its own. */
function embedderWith(shared: number) {
  let axis = 0
  const vector = (): Float32Array => {
    const values = new Float32Array(32)
    values[0] = Math.sqrt(shared)
    axis += 1
    values[axis] = Math.sqrt(1 - shared)
    return values
  }
  return {
    embedPassages: async (texts: readonly string[]) => texts.map(vector),
    embedQuery: async () => vector(),
  }
}

test.each([0, 0.3, 0.75])(
  'a model whose unrelated texts lie at %d is measured so',
  async (shared) => {
    expect(await measureSimilarityBaseline(embedderWith(shared))).toBeCloseTo(shared, 5)
  },
)

test('unrelated texts score 0 and the same text 1, whatever the model', () => {
  for (const unrelated of [0, 0.3, 0.75]) {
    expect(calibrate(unrelated, unrelated)).toBe(0)
    expect(calibrate(1, unrelated)).toBe(1)
    expect(calibrate(unrelated - 0.2, unrelated)).toBe(0)
  }
})

test('without an offset a score is the cosine', () => {
  expect(calibrate(0.42, 0)).toBe(0.42)
})
