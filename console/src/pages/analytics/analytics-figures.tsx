import type { Analytics } from '@footnote/client/admin'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { valueOf } from './analytics-query.ts'
import type { Change, Part } from './compare.ts'
import { compareCounts, compareShares } from './compare.ts'
import { t } from './texts.ts'

type Figures = Analytics['totals']

/** The five figures that say most, each beside the period before. */
export const AnalyticsFigures = ({ counts: { totals, previous } }: { counts: Analytics }) => (
  <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-3 xl:grid-cols-5">
    {FIGURES.map(({ label, value, note, change, good }) => (
      <div
        key={label}
        className="-mr-px -mb-px border-r border-b border-line px-[18px] py-3.5 last:col-span-2 xl:last:col-span-1"
      >
        <dt className="text-ink-3">{label}</dt>
        <dd>
          <span className="block font-serif text-[1.75rem]/9 font-medium tabular-nums lining-nums">
            {value(totals)}
          </span>
          <span className="block min-h-4 text-xs text-ink-3">
            <Difference change={change(totals, previous.totals)} good={good} />
            {note(totals, value(previous.totals))}
          </span>
        </dd>
      </div>
    ))}
  </dl>
)

/** How far it is from the period before, and in its colour whether that is good. */
function Difference({ change, good }: { change: Change; good: Good }) {
  if (!change) return null
  const isGood = good !== null && change.by > 0 === (good === 'more')
  const tone = good === null ? 'text-ink-2' : isGood ? 'text-ok' : 'text-danger'
  return <span className={`me-1.5 font-semibold ${tone}`}>{change.text}</span>
}

const before = (_: Figures, value: string): string => t.analytics.was(value)
const coverage = ({ covered, not_covered }: Figures): Part => [covered, covered + not_covered]
const ratings = ({ rated_up, rated_down }: Figures): number => rated_up + rated_down

/** Which of two is better; null: neither. */
type Good = 'more' | 'less' | null

const FIGURES: readonly {
  label: string
  value: (figures: Figures) => string
  note: (figures: Figures, before: string) => string
  change: (figures: Figures, before: Figures) => Change
  good: Good
}[] = [
  {
    label: t.analytics.figures.questions,
    value: ({ questions }) => formatNumber(questions),
    note: before,
    change: (now, then) => compareCounts(now.questions, then.questions),
    good: null,
  },
  {
    label: t.analytics.figures.covered,
    // Small talk asks nothing of the documents.
    value: ({ covered, not_covered }) => formatShare(covered, covered + not_covered),
    note: before,
    change: (now, then) => compareShares(coverage(now), coverage(then)),
    good: 'more',
  },
  {
    label: t.analytics.figures.ratedUp,
    value: (figures) => formatShare(figures.rated_up, ratings(figures)),
    note: (figures, value) => t.analytics.ratings(ratings(figures), value),
    change: (now, then) =>
      compareShares([now.rated_up, ratings(now)], [then.rated_up, ratings(then)]),
    good: 'more',
  },
  {
    label: t.analytics.figures.firstWords,
    value: (figures) => {
      const seconds = valueOf(figures, 'first_p95')
      return seconds === null ? '–' : t.analytics.seconds(formatNumber(seconds))
    },
    note: before,
    change: (now, then) =>
      compareCounts(valueOf(now, 'first_p95') ?? 0, valueOf(then, 'first_p95') ?? 0),
    good: 'less',
  },
  {
    label: t.analytics.figures.failed,
    value: ({ failed }) => formatNumber(failed),
    note: before,
    change: (now, then) => compareCounts(now.failed, then.failed),
    good: 'less',
  },
]
