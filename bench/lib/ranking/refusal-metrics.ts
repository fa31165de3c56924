/** How often a score of `covered` is above one of `uncovered`; a tie counts half. */
export function auroc(covered: readonly number[], uncovered: readonly number[]): number {
  const all = [
    ...covered.map((score) => ({ score, isCovered: true })),
    ...uncovered.map((score) => ({ score, isCovered: false })),
  ].sort((a, b) => a.score - b.score)
  let wins = 0
  let below = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]?.score === all[start]?.score) end++
    const tied = all.slice(start, end)
    const tiedCovered = tied.filter(({ isCovered }) => isCovered).length
    const tiedUncovered = tied.length - tiedCovered
    wins += tiedCovered * (below + tiedUncovered / 2)
    below += tiedUncovered
    start = end
  }
  return wins / (covered.length * uncovered.length)
}

/**
 * The share of uncovered questions that a threshold refuses, when it may refuse at most
 * `falseRefusals` of the covered ones. A score below the threshold is a refusal.
 */
export function catchRate(
  covered: readonly number[],
  uncovered: readonly number[],
  falseRefusals: number,
): number {
  const threshold = refusalThreshold(covered, falseRefusals)
  return uncovered.filter((score) => score < threshold).length / uncovered.length
}

export function refusalThreshold(covered: readonly number[], falseRefusals: number): number {
  const ascending = [...covered].sort((a, b) => a - b)
  return ascending[Math.floor(falseRefusals * ascending.length)] ?? Infinity
}
