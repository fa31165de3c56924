import { describe, expect, test } from 'vitest'
import type { Coefficients } from './logistic.ts'
import { coefficientsFor } from './coefficients.ts'
import type { Features } from './features.ts'
import { predict } from './logistic.ts'

type Row = [
  standsOut: number,
  meaning: number,
  containedTerms: number,
  offTopicLikeness: number | null,
]
/** Measured on Footnote's own documentation with these weights, as `npm run bench -- own` asks it. */
type Measured = {
  weights: string
  coefficients: Coefficients
  covered: Record<string, Row>
  offTopic: Record<string, Row>
}
const MEASURED: Measured[] = [
  {
    weights: 'bge-small-int8',
    coefficients: coefficientsFor('bge-small-int8@e0da51b8'),
    covered: {
      'can i run it without docker': [0.71, 0.52, 0.81, 0.01],
      'how long are the chunks': [0.5, 0.54, 1, 0.11],
      'do keys expire': [0.87, 0.65, 1, 0.07],
      'X-Forwarded-For': [0.54, 0.46, 1, 0],
      'use ollama for embeddings': [0.64, 0.6, 0.83, -0.05],
      'list of all error codes': [0.55, 0.48, 1, -0.15],
      'postgres ran out of disk space, what now': [0.74, 0.67, 0.6, -0.16],
    },
    offTopic: {
      'Does Shopify charge transaction fees?': [0.21, 0.37, 0.23, 0.27],
      'Write me a poem about spring': [0.17, 0.23, 0.13, -0.01],
      'Tell me a joke': [0.2, 0.33, 0.35, 0.54],
    },
  },
  {
    weights: 'minilm-int8',
    coefficients: coefficientsFor('minilm-int8@1571b0d0'),
    covered: {
      'can i run it without docker': [0.65, 0.3, 0.82, -0.13],
      'how long are the chunks': [0.65, 0.3, 1, 0.06],
      'do keys expire': [0.67, 0.52, 1, -0.04],
      'X-Forwarded-For': [0.4, 0.19, 1, -0.09],
      'use ollama for embeddings': [0.54, 0.36, 0.83, -0.17],
      'list of all error codes': [0.52, 0.39, 1, 0],
      'postgres ran out of disk space, what now': [0.66, 0.65, 0.61, -0.16],
    },
    offTopic: {
      'How do I cancel my subscription?': [0.33, 0.24, 0.33, 0.05],
      'Does Shopify charge transaction fees?': [0.1, 0.19, 0.25, 0.27],
      'Write me a poem about spring': [0.06, 0.11, 0.14, 0],
      'Tell me a joke': [0.17, 0.16, 0.34, 0.42],
    },
  },
]

const features = (change: Partial<Features>): Features => ({
  meaning: 0,
  words: 0,
  wordsLead: 0,
  standsOut: 0,
  containedTerms: 0,
  offTopicLikeness: null,
  ...change,
})

describe.each(MEASURED)('$weights', ({ coefficients, covered, offTopic }) => {
  const { models, thresholds } = coefficients
  const probability = ([standsOut, meaning, containedTerms, offTopicLikeness]: Row): number =>
    predict(models.all, features({ standsOut, meaning, containedTerms, offTopicLikeness }))

  test.each(Object.entries(covered))('%s is answered at every setting', (_, row) => {
    expect(probability(row)).toBeGreaterThan(thresholds.all.strict)
  })

  test.each(Object.entries(offTopic))('%s is refused', (_, row) => {
    expect(probability(row)).toBeLessThan(thresholds.all.balanced)
  })

  test.each(Object.entries(thresholds))('%s: each setting asks for more', (_, settings) => {
    expect(settings.lenient).toBeLessThan(settings.balanced)
    expect(settings.balanced).toBeLessThan(settings.strict)
  })

  test('without a known word only a near passage is taken for an answer', () => {
    const near = (meaning: number) =>
      predict(models.all, features({ meaning, standsOut: meaning / 2 }))
    expect(near(0.25)).toBeLessThan(thresholds.all.balanced)
    expect(near(0.7)).toBeGreaterThan(thresholds.all.balanced)
  })

  test('by words alone a good match is answered and a poor one is not', () => {
    const matched = (words: number, containedTerms: number) =>
      predict(models.words, features({ words, containedTerms, wordsLead: 0.1 }))
    expect(matched(0.6, 1)).toBeGreaterThan(thresholds.words.strict)
    expect(matched(0, 0)).toBeLessThan(thresholds.words.balanced)
  })
})
