/**
 * The relevance threshold: a passage below it has nothing to do with the query.
 * docs/decisions/0007-fusion.md has what it costs on judged questions.
 */
export const MIN_RELEVANCE = 0.15

export const isRelevant = ({ relevance }: { relevance: number }): boolean =>
  relevance >= MIN_RELEVANCE
