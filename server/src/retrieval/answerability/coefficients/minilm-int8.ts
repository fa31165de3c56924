import type { Coefficients } from '../logistic.ts'

/** Written by a bench: see `fittedBy`. docs/decisions/0024-answerability.md has what it reaches. */
export const COEFFICIENTS: Coefficients = {
  provenance: {
    fittedBy: 'npm run bench -- answerability --train',
    date: '2026-11-16',
    commit: 'e1c1c7a',
    embeddingModel: 'minilm-int8@1571b0d0',
    data: {
      vendor_docs_qa: 358,
      xquad_en: 1368,
      scifact: 688,
      k8s_docs: 558,
      github_docs: 348,
      clapnq_dev: 988,
      mtrag_un: 755,
      own: 775,
    },
    leftOut: {
      covered: 2115,
      removed: 2084,
      offTopic: 2710,
      aurocRemoved: 0.8428,
      aurocOffTopic: 0.9885,
      removedAt5: 0.3772,
      removedAt2: 0.1579,
      uncoveredAt5: 0.5223,
      offTopicAt3: 0.9317,
      offTopicAt1: 0.8354,
    },
  },
  thresholds: {
    all: { lenient: 0.028, balanced: 0.054, strict: 0.15 },
    withoutExamples: { lenient: 0.008, balanced: 0.017, strict: 0.066 },
    words: { lenient: 0.016, balanced: 0.025, strict: 0.047 },
  },
  models: {
    all: [
      {
        intercept: 2.1538,
        features: {
          meaning: { mean: 0.4598, deviation: 0.2134, weight: 2.9607 },
          containedTerms: { mean: 0.6269, deviation: 0.2883, weight: 1.1271 },
          offTopicLikeness: { mean: 0.049, deviation: 0.2547, weight: -2.8324 },
        },
      },
      {
        intercept: -0.1249,
        features: { standsOut: { mean: 0.5382, deviation: 0.288, weight: 1.596 } },
      },
    ],
    withoutExamples: [
      {
        intercept: 1.8419,
        features: {
          meaning: { mean: 0.4598, deviation: 0.2134, weight: 3.7064 },
          containedTerms: { mean: 0.6269, deviation: 0.2883, weight: 0.7917 },
        },
      },
      {
        intercept: -0.1249,
        features: { standsOut: { mean: 0.5382, deviation: 0.288, weight: 1.596 } },
      },
    ],
    words: [
      {
        intercept: 0.7898,
        features: { words: { mean: 0.4623, deviation: 0.2411, weight: 2.2954 } },
      },
      {
        intercept: -0.1178,
        features: {
          words: { mean: 0.423, deviation: 0.2366, weight: 0.7865 },
          wordsLead: { mean: 0.1254, deviation: 0.1453, weight: 0.5106 },
        },
      },
    ],
  },
}
