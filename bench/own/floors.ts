/**
 * What the set's figures may not fall below, and what they were when the floor was set (MiniLM int8):
 * 3 points less, where nothing else is said. Raise a floor with what was gained; lower one only with
 * a reason in the commit.
 */
export const FLOORS = {
  'BM25 nDCG@10': { floor: 0.67, measured: 0.7074 },
  'dense nDCG@10': { floor: 0.8, measured: 0.8309 },
  'fused nDCG@10': { floor: 0.81, measured: 0.8413 },
  'fused recall@10': { floor: 0.89, measured: 0.9229 },
  'coverage AUROC': { floor: 0.865, measured: 0.8956 },
  'coverage AUROC without the floor': { floor: 0.885, measured: 0.9158 },
  // Two questions set the threshold, and each of the 35 that it may catch is worth 2.9 points.
  'caught at 2 % without the floor': { floor: 0.25, measured: 0.3429 },
  'covered answered': { floor: 0.945, measured: 0.9776 },
  // Bought with the figure above, by the product's floor of relevance: room to trade one for the other.
  'uncovered refused': { floor: 0.4, measured: 0.4857 },
} as const

export type GatedFigure = keyof typeof FLOORS
