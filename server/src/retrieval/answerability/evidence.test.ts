import { expect, test } from 'vitest'
import type { EvidenceRow, FoundPassage } from './evidence.ts'
import { readEvidence } from './evidence.ts'
import { computeFeatures } from './features.ts'

const [RESET, KEY, NEW_WORD] = [1, 2, 3]
const QUESTIONS = [{ language: 'en', terms: [RESET, KEY, NEW_WORD] }]

/** A knowledge base of so many passages, of which one has two of the question's three terms. */
function evidenceAmong(passages: number, textScore: number) {
  const found: FoundPassage = { passageId: 'p', documentId: 'd', vectorScore: 0.5, textScore }
  const row: EvidenceRow = {
    statistics: { 0: passages, [RESET]: 1, [KEY]: 1 },
    passages: [{ id: 'p', language: 'en', contained: [RESET, KEY] }],
  }
  return readEvidence(QUESTIONS, [found], row, null)
}

/** What BM25 gives the passage above if each term has the full weight. */
function textScoreAmong(passages: number): number {
  const known = Math.log(1 + (passages - 0.5) / 1.5)
  const unknown = Math.log(1 + (passages + 0.5) / 0.5)
  return (2 * known) / (2 * known + unknown)
}

test('in a knowledge base of one passage a new word weighs about as much as one that it has', () => {
  const { containedTerms, words } = computeFeatures(evidenceAmong(1, textScoreAmong(1)))
  expect(textScoreAmong(1)).toBeLessThan(0.3)
  expect(containedTerms).toBeGreaterThan(0.5)
  expect(words).toBeCloseTo(containedTerms)
})

test('in a larger one the weights are those of the search', () => {
  const textScore = textScoreAmong(300)
  const { containedTerms, words } = computeFeatures(evidenceAmong(300, textScore))
  expect(containedTerms).toBeCloseTo(textScore)
  expect(words).toBeCloseTo(textScore)
})
