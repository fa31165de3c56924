/**
 * What the set's figures may not fall below, and what they were when the floor was set (MiniLM int8).
 * Rankings: 3 points less. Answerability: two questions less of those covered, uncovered and off-topic
 * (250, 44 and 55), so that a new page of docs/ does not turn CI red. Raise a floor with what was
 * gained; lower one only with a reason in the commit.
 */
export const FLOORS = {
  'BM25 nDCG@10': { floor: 0.67, measured: 0.7006 },
  'dense nDCG@10': { floor: 0.728, measured: 0.7584 },
  'fused nDCG@10': { floor: 0.819, measured: 0.8498 },
  'fused recall@10': { floor: 0.909, measured: 0.9399 },
  'answerability AUROC': { floor: 0.87, measured: 0.9006 },
  // At the balanced setting: room to trade one of these for another.
  'covered answered': { floor: 0.972, measured: 0.98 },
  'uncovered refused': { floor: 0.431, measured: 0.4773 },
  // No room left: the next question about something else that is answered fails.
  'off-topic refused': { floor: 0.945, measured: 0.9455 },
} as const

export type GatedFigure = keyof typeof FLOORS
