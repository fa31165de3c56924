import { createRandom } from './synthetic.ts'

/**
 * Vectors without a model: each word has a random direction of its own, and a text is the sum of its
 * words. Texts that share words are near, no two texts are equally far, and it takes no time.
 */
export function createWordVectors(dimensions: number): (text: string) => Float32Array {
  const directions = new Map<string, Float32Array>()

  function makeDirection(word: string): Float32Array {
    let direction = directions.get(word)
    if (!direction) {
      const random = createRandom(makeSeed(word))
      direction = Float32Array.from({ length: dimensions }, () => random() - 0.5)
      directions.set(word, direction)
    }
    return direction
  }

  return (text) => {
    const sum = new Float32Array(dimensions)
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']
    for (const word of new Set(words)) {
      const direction = makeDirection(word)
      for (let axis = 0; axis < dimensions; axis += 1) {
        sum[axis] = (sum[axis] ?? 0) + (direction[axis] ?? 0)
      }
    }
    const length = Math.hypot(...sum) || 1
    return sum.map((value) => value / length)
  }
}

/** FNV-1a. */
function makeSeed(word: string): number {
  let hash = 2_166_136_261
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}
