/** A loop, because millions of these are computed. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

/** Always the same numbers, from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

const normalised = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}

function addTo(sum: Float32Array, vector: Float32Array): void {
  for (let index = 0; index < sum.length; index += 1)
    sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0)
}

/** As the service clusters: one after the other, to the nearest centre or a new one. */
export function leaderClusters(vectors: readonly Float32Array[], minCosine: number): number[] {
  const sums: Float32Array[] = []
  const centres: Float32Array[] = []
  return vectors.map((vector) => {
    let best = -1
    let bestCosine = minCosine
    for (const [index, centre] of centres.entries()) {
      const cosine = dot(centre, vector)
      if (cosine >= bestCosine) [best, bestCosine] = [index, cosine]
    }
    if (best < 0) {
      sums.push(Float32Array.from(vector))
      centres.push(vector)
      return centres.length - 1
    }
    const sum = sums[best]
    if (sum) {
      addTo(sum, vector)
      centres[best] = normalised(sum)
    }
    return best
  })
}

const ROUNDS = 25

/** Spherical k-means, begun by k-means++; it sees all vectors at once and is told the right k. */
export function kMeans(
  vectors: readonly Float32Array[],
  k: number,
  random: () => number,
): number[] {
  let centres = firstCentres(vectors, k, random)
  let clusters: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    clusters = vectors.map((vector) => nearest(centres, vector).index)
    const sums = centres.map(({ length }) => new Float32Array(length))
    for (const [index, vector] of vectors.entries()) {
      const sum = sums[clusters[index] ?? 0]
      if (sum) addTo(sum, vector)
    }
    centres = sums.map(normalised)
  }
  return clusters
}

function nearest(centres: readonly Float32Array[], vector: Float32Array) {
  let [index, cosine] = [0, -2]
  for (const [place, centre] of centres.entries()) {
    const likeness = dot(centre, vector)
    if (likeness > cosine) [index, cosine] = [place, likeness]
  }
  return { index, cosine }
}

function firstCentres(vectors: readonly Float32Array[], k: number, random: () => number) {
  const first = vectors[Math.floor(random() * vectors.length)]
  const centres = first ? [first] : []
  const distances = vectors.map(() => Infinity)
  while (centres.length < k) {
    const newest = centres.at(-1)
    if (!newest) break
    for (const [index, vector] of vectors.entries()) {
      const distance = Math.max(0, 1 - dot(newest, vector))
      distances[index] = Math.min(distances[index] ?? 0, distance)
    }
    let left = random() * distances.reduce((sum, distance) => sum + distance, 0)
    const chosen = distances.findIndex((distance) => (left -= distance) <= 0)
    const next = vectors[Math.max(0, chosen)]
    if (next) centres.push(next)
  }
  return centres
}
