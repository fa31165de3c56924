import type { AnalyticsFigures } from '@footnote/contract/admin/answers/analytics'
import type { DigestContent, DigestSection } from './read-digest.ts'

export type FigureRow = { label: string; week: string; before: string }

/** Below it a share of cases says less than their number. */
const MIN_CASES = 20

const number = new Intl.NumberFormat('en')

const formatShare = (part: number, all: number): string => {
  if (all === 0) return '–'
  const counts = `${number.format(part)} of ${number.format(all)}`
  return all < MIN_CASES ? counts : `${Math.round((part / all) * 100)}% (${counts})`
}

const ROWS: readonly { label: string; of: (figures: AnalyticsFigures) => string }[] = [
  { label: 'Questions', of: ({ questions }) => number.format(questions) },
  {
    label: 'Covered by your pages',
    // Small talk asks nothing of the pages.
    of: ({ covered, not_covered }) => formatShare(covered, covered + not_covered),
  },
  {
    label: 'Rated helpful',
    of: ({ rated_up, rated_down }) => formatShare(rated_up, rated_up + rated_down),
  },
  { label: 'Failed', of: ({ failed }) => number.format(failed) },
]

const formatCost = ({ cost, unpriced }: AnalyticsFigures, currency: string): string => {
  const digits = cost > 0 && cost < 1 ? 4 : 2
  const known = `${cost.toFixed(digits)} ${currency}`
  return unpriced === 0 ? known : `${known}, ${number.format(unpriced)} answers without a price`
}

/** The figures of a knowledge base, each beside that of the week before. */
export const figureRows = (
  { week, before }: DigestSection,
  currency: DigestContent['currency'],
): FigureRow[] => [
  ...ROWS.map(({ label, of }) => ({ label, week: of(week), before: of(before) })),
  ...(currency === null
    ? []
    : [{ label: 'Cost', week: formatCost(week, currency), before: formatCost(before, currency) }]),
]

export const timesAsked = (asked: number): string => `asked ${number.format(asked)} times`
export const timesCited = (cited: number): string =>
  cited === 1 ? 'cited once' : `cited ${number.format(cited)} times`
export const questionCount = (questions: number): string =>
  questions === 1 ? '1 question' : `${number.format(questions)} questions`
