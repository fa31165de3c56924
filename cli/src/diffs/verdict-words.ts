import type { AnswerDiff, DiffVerdict } from '@footnote/client/admin'

/** What is worst first; as the service orders them. */
export const VERDICTS: readonly DiffVerdict[] = [
  'contradicts',
  'no_longer_covered',
  'worse',
  'cites_another_page',
  'better',
  'newly_covered',
  'same',
  'failed',
]

export const VERDICT_WORDS: Readonly<Record<DiffVerdict, string>> = {
  contradicts: 'says something else',
  no_longer_covered: 'no longer covered',
  worse: 'worse',
  cites_another_page: 'opens with another page',
  better: 'better',
  newly_covered: 'newly covered',
  same: 'same',
  failed: 'could not be asked',
}

/** `3 say something else, 1 newly covered, 96 same`. */
export const summarise = ({ counts }: Pick<AnswerDiff, 'counts'>): string =>
  VERDICTS.flatMap((verdict) =>
    counts[verdict] === 0 ? [] : [`${counts[verdict]} ${VERDICT_WORDS[verdict]}`],
  ).join(', ') || 'no question was asked'

export const plural = (number: number, noun: string): string =>
  number === 1 ? `1 ${noun}` : `${number} ${noun}s`
