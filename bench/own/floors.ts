/**
 * What the set's figures may not fall below, and what they were when the floor was set (MiniLM int8).
 * Rankings: 3 points less. Answerability: two questions less of those covered, uncovered and off-topic
 * (216, 50 and 56), so that a new page of docs/ does not turn CI red. Raise a floor with what was
 * gained; lower one only with a reason in the commit.
 */
export const FLOORS = {
  'BM25 nDCG@10': { floor: 0.625, measured: 0.6565 },
  // With 112 pages; it was .753 with 94 and .768 with 87. The order that readers get is the fused one.
  'dense nDCG@10': { floor: 0.72, measured: 0.738 },
  'fused nDCG@10': { floor: 0.791, measured: 0.8217 },
  'fused recall@10': { floor: 0.885, measured: 0.9152 },
  'answerability AUROC': { floor: 0.868, measured: 0.8982 },
  // At the balanced setting: room to trade one of these for another.
  'covered answered': { floor: 0.948, measured: 0.959 },
  // Of 50 questions since there are twice as many; of the 26 before it was .5.
  'uncovered refused': { floor: 0.38, measured: 0.42 },
  'off-topic refused': { floor: 0.946, measured: 0.9821 },
} as const

export type GatedFigure = keyof typeof FLOORS
