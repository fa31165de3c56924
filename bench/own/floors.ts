/**
 * What the set's figures may not fall below, and what they were when the floor was set (MiniLM int8):
 * 3 points less, where nothing else is said. Raise a floor with what was gained; lower one only with
 * a reason in the commit. Last set anew when docs/ grew from 49 pages to 61, with subjects next to
 * those of uncovered questions: on the 49 pages the code of that day gave the figures of before.
 */
export const FLOORS = {
  'BM25 nDCG@10': { floor: 0.615, measured: 0.6448 },
  'dense nDCG@10': { floor: 0.752, measured: 0.7819 },
  'fused nDCG@10': { floor: 0.815, measured: 0.8459 },
  'fused recall@10': { floor: 0.895, measured: 0.9261 },
  'coverage AUROC': { floor: 0.79, measured: 0.8206 },
  'coverage AUROC without the floor': { floor: 0.834, measured: 0.8645 },
  // Two questions set the threshold, and each of the 33 that it may catch is worth 3 points.
  'caught at 2 % without the floor': { floor: 0.24, measured: 0.3333 },
  'covered answered': { floor: 0.95, measured: 0.9811 },
  // Bought with the figure above, by the product's floor of relevance: room to trade one for the other.
  'uncovered refused': { floor: 0.27, measured: 0.3333 },
} as const

export type GatedFigure = keyof typeof FLOORS
