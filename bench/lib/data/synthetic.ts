/** The same numbers every run: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type VectorSource = () => Float32Array

/**
 * Unit vectors around the given ones, as pages about the same subjects lie. `spread` is the length of
 * the noise beside a length of 1: .6 gives two neighbours of one centre a cosine of .74.
 */
export function createVectors(
  centres: readonly Float32Array[],
  spread: number,
  random: () => number,
): VectorSource {
  const noise = Float32Array.from({ length: NOISE }, () => gaussian(random))
  return () => {
    const centre = centres[Math.floor(random() * centres.length)]
    if (!centre) throw new Error('There are no centres')
    const perAxis = spread / Math.sqrt(centre.length)
    const from = Math.floor(random() * (NOISE - centre.length))
    return normalised(centre.map((value, axis) => value + perAxis * (noise[from + axis] ?? 0)))
  }
}

/** Drawn once, then read from anywhere: a million vectors take a tenth of the time. */
const NOISE = 4_000_000

/** Where there are no real vectors. */
export function randomCentres(count: number, dimensions: number): Float32Array[] {
  const random = createRandom(42)
  return Array.from({ length: count }, () =>
    normalised(Float32Array.from({ length: dimensions }, () => gaussian(random))),
  )
}

/** Close enough to a bell curve for a direction: the sum of four, scaled to a variance of 1. */
const gaussian = (random: () => number): number =>
  (random() + random() + random() + random() - 2) * Math.sqrt(3)

function normalised(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}
