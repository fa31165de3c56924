import type { Roles } from '../database.ts'
import type { BenchOptions } from '../options.ts'
import { createRandom, createVectors, randomCentres } from './synthetic.ts'
import type { Place, SyntheticPassage } from './synthetic-load.ts'
import { newPlace, openLoader } from './synthetic-load.ts'
import { createTexts } from './synthetic-text.ts'
import { cachedVectors } from './vector-cache.ts'

export const DIMENSIONS = 384
/** Around real vectors, of which there are some 10,000; two of one centre have a cosine of .8. */
const REAL_SPREAD = 0.5
const MADE_UP = { centres: 300, spread: 0.6 }
const PASSAGES_A_DOCUMENT = 12
/** The small knowledge bases draw from these. */
const POOL = 20_000

export type Question = { words: readonly string[]; vector: Float32Array }
export type SizeData = {
  large: Place
  small: readonly Place[]
  questions: readonly Question[]
  realCentres: number
}
export type Sizes = { large: number; tenants: number; each: number; questions: number }

export async function loadSizeData(
  { ownerUrl }: Roles,
  { modelDir }: BenchOptions,
  sizes: Sizes,
): Promise<SizeData> {
  const real = await cachedVectors(modelDir)
  const centres = real.length > 0 ? real : randomCentres(MADE_UP.centres, DIMENSIONS)
  const spread = real.length > 0 ? REAL_SPREAD : MADE_UP.spread
  const source = (seed: number) => ({
    texts: createTexts(createRandom(seed)),
    nextVector: createVectors(centres, spread, createRandom(seed + 1)),
  })
  const passages = source(1)
  const next = (): SyntheticPassage => ({
    words: passages.texts.passage(),
    vector: passages.nextVector(),
  })
  const loader = await openLoader(ownerUrl)
  const large = newPlace()
  const pool = [...taking(Math.min(POOL, sizes.tenants * sizes.each), next)]
  const small = Array.from({ length: sizes.tenants }, newPlace)
  const random = createRandom(3)
  const fromPool = () => pool[Math.floor(random() * pool.length)] ?? next()
  // In turns, as production writes: no knowledge base has its rows in one piece.
  const turns = Math.ceil(sizes.each / PASSAGES_A_DOCUMENT)
  let largeLeft = sizes.large
  for (let turn = 0; turn < turns; turn += 1) {
    process.stderr.write(`${turn} of ${turns} documents of each small knowledge base\n`)
    const ofSmall = Math.min(PASSAGES_A_DOCUMENT, sizes.each - turn * PASSAGES_A_DOCUMENT)
    for (const place of small) {
      const ofLarge = Math.min(largeLeft, Math.ceil(sizes.large / (turns * small.length)))
      await loader.add(place, taking(ofSmall, fromPool))
      await loader.add(large, taking(ofLarge, next))
      largeLeft -= ofLarge
    }
  }
  await loader.finish()
  const asked = source(5)
  const questions = Array.from({ length: sizes.questions }, () => ({
    words: asked.texts.question(),
    vector: asked.nextVector(),
  }))
  return { large, small, questions, realCentres: real.length }
}

function* taking<Item>(count: number, next: () => Item): Generator<Item> {
  for (let number = 0; number < count; number += 1) yield next()
}
