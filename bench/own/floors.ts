/**
 * What the set's figures may not fall below, and what they were when the floor was set (MiniLM int8):
 * 3 points less, where nothing else is said. Raise a floor with what was gained; lower one only with
 * a reason in the commit.
 */
export const FLOORS = {
  'BM25 nDCG@10': { floor: 0.67, measured: 0.7106 },
  'dense nDCG@10': { floor: 0.83, measured: 0.851 },
  'fused nDCG@10': { floor: 0.82, measured: 0.8528 },
  'fused recall@10': { floor: 0.89, measured: 0.9174 },
  'coverage AUROC': { floor: 0.88, measured: 0.9234 },
  'coverage AUROC without the floor': { floor: 0.91, measured: 0.9376 },
  // Two questions set the threshold, and each of the 35 that it may catch is worth 2.9 points.
  'caught at 2 % without the floor': { floor: 0.45, measured: 0.5429 },
  'covered answered': { floor: 0.95, measured: 0.9832 },
  // Bought with the figure above, by the product's floor of relevance: room to trade one for the other.
  'uncovered refused': { floor: 0.6, measured: 0.6 },
} as const

export type GatedFigure = keyof typeof FLOORS
