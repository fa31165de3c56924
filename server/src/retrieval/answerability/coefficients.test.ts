import { expect, test } from 'vitest'
import { MODELS, THRESHOLDS } from './coefficients.ts'
import type { Features } from './features.ts'
import { predict } from './logistic.ts'

/** Measured on Footnote's own documentation with MiniLM int8, as `npm run bench -- own` asks it. */
type Row = [
  standsOut: number,
  meaning: number,
  containedTerms: number,
  offTopicLikeness: number | null,
]
const COVERED: Record<string, Row> = {
  'can i run it without docker': [0.65, 0.3, 0.82, -0.13],
  'how long are the chunks': [0.65, 0.3, 1, 0.06],
  'do keys expire': [0.67, 0.52, 1, -0.04],
  'X-Forwarded-For': [0.4, 0.19, 1, -0.09],
  'use ollama for embeddings': [0.54, 0.36, 0.83, -0.17],
  'list of all error codes': [0.52, 0.39, 1, 0],
  'postgres ran out of disk space, what now': [0.66, 0.65, 0.61, -0.16],
}
const OFF_TOPIC: Record<string, Row> = {
  'How do I cancel my subscription?': [0.33, 0.24, 0.33, 0.05],
  'Does Shopify charge transaction fees?': [0.1, 0.19, 0.25, 0.27],
  'Write me a poem about spring': [0.06, 0.11, 0.14, 0],
  'Tell me a joke': [0.17, 0.16, 0.34, 0.42],
}

const features = (change: Partial<Features>): Features => ({
  meaning: 0,
  words: 0,
  wordsLead: 0,
  standsOut: 0,
  containedTerms: 0,
  offTopicLikeness: null,
  ...change,
})

const probability = ([standsOut, meaning, containedTerms, offTopicLikeness]: Row): number =>
  predict(MODELS.all, features({ standsOut, meaning, containedTerms, offTopicLikeness }))

test.each(Object.entries(COVERED))('%s is answered at every setting', (_, row) => {
  expect(probability(row)).toBeGreaterThan(THRESHOLDS.all.strict)
})

test.each(Object.entries(OFF_TOPIC))('%s is refused', (_, row) => {
  expect(probability(row)).toBeLessThan(THRESHOLDS.all.balanced)
})

test.each(Object.entries(THRESHOLDS))('%s: each setting asks for more', (_, thresholds) => {
  expect(thresholds.lenient).toBeLessThan(thresholds.balanced)
  expect(thresholds.balanced).toBeLessThan(thresholds.strict)
})

test('without a known word only a near passage is taken for an answer', () => {
  const near = (meaning: number) =>
    predict(MODELS.all, features({ meaning, standsOut: meaning / 2 }))
  expect(near(0.25)).toBeLessThan(THRESHOLDS.all.balanced)
  expect(near(0.7)).toBeGreaterThan(THRESHOLDS.all.balanced)
})

test('by words alone a good match is answered and a poor one is not', () => {
  const matched = (words: number, containedTerms: number) =>
    predict(MODELS.words, features({ words, containedTerms, wordsLead: 0.1 }))
  expect(matched(0.6, 1)).toBeGreaterThan(THRESHOLDS.words.strict)
  expect(matched(0, 0)).toBeLessThan(THRESHOLDS.words.balanced)
})
