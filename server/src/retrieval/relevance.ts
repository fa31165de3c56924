type Ranked = { relevance: number; documentId: string }

/**
 * Below this a passage has nothing to do with the query. What it costs on judged questions is in
 * docs/decisions/0007-fusion.md.
 */
export const MIN_RELEVANCE = 0.15

export const isRelevant = ({ relevance }: { relevance: number }): boolean =>
  relevance >= MIN_RELEVANCE

export const relevantOnly = <Scored extends { relevance: number }>(
  passages: readonly Scored[],
): Scored[] => passages.filter(isRelevant)

/**
 * How likely the passages cover the question: the best one's relevance, and by how much it leads the
 * best of another page. A page that answers stands out; pages that merely share the subject do not.
 */
export function coverage(passages: readonly Ranked[]): number {
  const [best, ...rest] = [...passages].sort((a, b) => b.relevance - a.relevance)
  if (!best) return 0
  const other = rest.find(({ documentId }) => documentId !== best.documentId)
  return best.relevance + (best.relevance - (other?.relevance ?? 0))
}

/**
 * Below this coverage the knowledge base does not answer the question, and no writer is asked. Low,
 * because the writer can decline too and a refused good question cannot be mended: of our own short
 * questions .2 refuses 4 %, .32 would refuse 21 %. docs/decisions/0007-fusion.md.
 */
const MIN_COVERAGE = 0.18

export const covers = (passages: readonly Ranked[]): boolean => coverage(passages) >= MIN_COVERAGE
