type Result = {
  chunk: { id: string }
  rrf_score: number
  vector_score: number
  text_score: number
}
export type Reply = { results: readonly Result[] }

const SCORES = ['rrf_score', 'vector_score', 'text_score'] as const

/** How many replies have the same passages in the same order, and by how much the scores of those differ. */
export function compareReplies(before: readonly Reply[], now: readonly Reply[]) {
  let same = 0
  let largestDifference = 0
  for (const [index, { results }] of before.entries()) {
    const others = now[index]?.results ?? []
    if (idsOf(results) !== idsOf(others)) continue
    same += 1
    for (const [place, result] of results.entries()) {
      for (const score of SCORES) {
        const difference = Math.abs(result[score] - (others[place]?.[score] ?? 0))
        largestDifference = Math.max(largestDifference, difference)
      }
    }
  }
  return { same, largestDifference }
}

const idsOf = (results: readonly Result[]): string => results.map(({ chunk }) => chunk.id).join()
