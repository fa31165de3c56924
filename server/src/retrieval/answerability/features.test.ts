import { expect, test } from 'vitest'
import type { Evidence } from './evidence.ts'
import { computeFeatures } from './features.ts'
import { FITTED } from './coefficients.ts'
import { modelFor, computeProbability } from './probability.ts'

const candidate = (documentId: string, vectorScore: number, textScore: number) => ({
  documentId,
  vectorScore,
  textScore,
})

const evidence = (change: Partial<Evidence> = {}): Evidence => ({
  candidates: [candidate('a', 0.6, 0.7), candidate('b', 0.2, 0.1)],
  idf: [4, 2],
  compared: [{ contained: [0, 1] }],
  offTopicLikeness: 0.2,
  ...change,
})

test('every feature is a finite number, whatever little was found', () => {
  const cases = [
    evidence(),
    evidence({ candidates: [], compared: [] }),
    evidence({ idf: [], compared: [{ contained: [] }] }),
    evidence({ candidates: [candidate('a', 0, 0)], idf: [0.3] }),
    evidence({ idf: [0] }),
    evidence({ offTopicLikeness: null }),
  ]
  for (const found of cases) {
    for (const [name, value] of Object.entries(computeFeatures(found))) {
      expect(value === null || Number.isFinite(value), name).toBe(true)
    }
    expect(computeProbability(FITTED[0], found)).toBeGreaterThan(0)
    expect(computeProbability(FITTED[0], found)).toBeLessThan(1)
  }
})

test('a second passage of the same page takes nothing away from the lead', () => {
  const { candidates } = evidence()
  const again = [...candidates, candidate('a', 0.55, 0.65)]
  const { standsOut } = computeFeatures(evidence())
  expect(computeFeatures(evidence({ candidates: again })).standsOut).toBe(standsOut)
})

test('rare terms that are missing weigh more than common ones', () => {
  const contained = (index: number) =>
    computeFeatures(evidence({ compared: [{ contained: [index] }] }))
  expect(contained(0).containedTerms).toBeCloseTo(4 / 6)
  expect(contained(1).containedTerms).toBeCloseTo(2 / 6)
})

test('an embedding model that tells nothing has no say', () => {
  expect(modelFor(evidence())).toBe('all')
  const alike = [candidate('a', 1, 0.7), candidate('b', 1, 0.1)]
  expect(modelFor(evidence({ candidates: alike }))).toBe('words')
  expect(modelFor(evidence({ candidates: alike.slice(0, 1) }))).toBe('all')
  expect(modelFor(evidence({ offTopicLikeness: null }))).toBe('withoutExamples')
})
