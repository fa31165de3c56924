import type { Coefficients } from '../logistic.ts'

/** Written by a bench: see `fittedBy`. docs/decisions/0024-answerability.md has what it reaches. */
export const COEFFICIENTS: Coefficients = {
  provenance: {
    fittedBy: 'npm run bench -- answerability --train',
    date: '2026-11-19',
    commit: 'e4c78d2d',
    embeddingModel: 'bge-small-int8@e0da51b8',
    data: {
      vendor_docs_qa: 358,
      xquad_en: 1368,
      scifact: 688,
      k8s_docs: 558,
      github_docs: 348,
      clapnq_dev: 988,
      mtrag_un: 755,
      own: 961,
    },
    leftOut: {
      covered: 2214,
      removed: 2176,
      offTopic: 2708,
      aurocRemoved: 0.8494,
      aurocOffTopic: 0.9925,
      removedAt5: 0.4154,
      removedAt2: 0.2702,
      uncoveredAt5: 0.573,
      offTopicAt3: 0.9572,
      offTopicAt1: 0.9088,
    },
  },
  thresholds: {
    all: { lenient: 0.044, balanced: 0.08, strict: 0.153 },
    withoutExamples: { lenient: 0.013, balanced: 0.021, strict: 0.069 },
    words: { lenient: 0.018, balanced: 0.024, strict: 0.049 },
  },
  models: {
    all: [
      {
        intercept: 2.3798,
        features: {
          meaning: { mean: 0.5245, deviation: 0.1723, weight: 3.3076 },
          containedTerms: { mean: 0.6356, deviation: 0.2859, weight: 1.1417 },
          offTopicLikeness: { mean: 0.0348, deviation: 0.2573, weight: -2.5839 },
        },
      },
      {
        intercept: -0.1795,
        features: { standsOut: { mean: 0.5688, deviation: 0.2629, weight: 1.6109 } },
      },
    ],
    withoutExamples: [
      {
        intercept: 1.674,
        features: {
          meaning: { mean: 0.5245, deviation: 0.1723, weight: 3.8292 },
          containedTerms: { mean: 0.6356, deviation: 0.2859, weight: 0.8825 },
        },
      },
      {
        intercept: -0.1795,
        features: { standsOut: { mean: 0.5688, deviation: 0.2629, weight: 1.6109 } },
      },
    ],
    words: [
      {
        intercept: 0.8587,
        features: { words: { mean: 0.4704, deviation: 0.2398, weight: 2.3657 } },
      },
      {
        intercept: -0.1134,
        features: {
          words: { mean: 0.4318, deviation: 0.2347, weight: 0.7816 },
          wordsLead: { mean: 0.1282, deviation: 0.1475, weight: 0.5413 },
        },
      },
    ],
  },
}
