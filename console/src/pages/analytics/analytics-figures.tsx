import type { Analytics } from '@footnote/client/admin'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { valueOf } from './analytics-query.ts'
import { t } from './texts.ts'

type Figures = Analytics['totals']

/** The five figures that say most, each beside the period before. */
export const AnalyticsFigures = ({ counts: { totals, previous } }: { counts: Analytics }) => (
  <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-3 xl:grid-cols-5">
    {FIGURES.map(({ label, value, note }) => (
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
            {note(totals, value(previous.totals))}
          </span>
        </dd>
      </div>
    ))}
  </dl>
)

const before = (_: Figures, value: string): string => t.analytics.was(value)
const ratings = ({ rated_up, rated_down }: Figures): number => rated_up + rated_down

const FIGURES: readonly {
  label: string
  value: (figures: Figures) => string
  note: (figures: Figures, before: string) => string
}[] = [
  {
    label: t.analytics.figures.questions,
    value: ({ questions }) => formatNumber(questions),
    note: before,
  },
  {
    label: t.analytics.figures.covered,
    // Small talk asks nothing of the documents.
    value: ({ covered, not_covered }) => formatShare(covered, covered + not_covered),
    note: before,
  },
  {
    label: t.analytics.figures.ratedUp,
    value: (figures) => formatShare(figures.rated_up, ratings(figures)),
    note: (figures, value) => t.analytics.ratings(ratings(figures), value),
  },
  {
    label: t.analytics.figures.firstWords,
    value: (figures) => {
      const seconds = valueOf(figures, 'first_p95')
      return seconds === null ? '–' : t.analytics.seconds(formatNumber(seconds))
    },
    note: before,
  },
  {
    label: t.analytics.figures.failed,
    value: ({ failed }) => formatNumber(failed),
    note: before,
  },
]
