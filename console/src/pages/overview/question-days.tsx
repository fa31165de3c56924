import type { Analytics } from '@footnote/client/admin'
import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { niceTicks } from '../../ui/nice-ticks.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { toPoints, valuesAt } from '../analytics/analytics-query.ts'
import { t } from './texts.ts'

/** Questions of the last days, in columns: those that were covered, and above them the others. */
export const QuestionDays = ({ query }: { query: UseQueryResult<Analytics> }) => (
  <Card title={t.overview.days} note={t.overview.period}>
    <QueryView query={query} lines={8}>
      {(counts) =>
        counts.totals.questions === 0 ? (
          <p className="text-ink-2">{t.overview.noDays}</p>
        ) : (
          <Columns counts={counts} />
        )
      }
    </QueryView>
  </Card>
)

function Columns({ counts }: { counts: Analytics }) {
  const points = toPoints(counts)
  const covered = valuesAt(points, counts.series, 'covered')
  const missed = valuesAt(points, counts.series, 'not_covered')
  const days = points.map((at, index) => ({
    at,
    covered: covered[index] ?? 0,
    missed: missed[index] ?? 0,
  }))
  const { totals } = counts
  const ticks = niceTicks(Math.max(...days.map((one) => one.covered + one.missed)), true)
  const most = ticks.at(-1) ?? 1
  return (
    <figure>
      <ul className="mb-3 flex flex-wrap gap-x-4 text-ink-2">
        <Key className="bg-series-1" name={t.overview.covered} />
        <Key className="bg-series-2" name={t.overview.missed} />
      </ul>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs">
        <div className="flex h-44 flex-col-reverse justify-between text-end text-ink-3 tabular-nums">
          {ticks.map((tick) => (
            <span key={tick} className="h-0 leading-0">
              {compact.format(tick)}
            </span>
          ))}
        </div>
        <Drawing days={days} ticks={ticks} most={most} />
        <div className="col-start-2 mt-1.5 flex justify-between text-ink-3">
          {getLabels(points).map((at) => (
            <span key={at}>{day.format(new Date(at))}</span>
          ))}
        </div>
      </div>
      <figcaption className="sr-only">
        {t.overview.daysSummary(
          counts.from,
          counts.to,
          formatNumber(totals.covered),
          formatNumber(totals.not_covered),
        )}
      </figcaption>
    </figure>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' })
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The first, the middle and the last. */
const getLabels = (points: readonly string[]): string[] =>
  [0, 0.5, 1].flatMap((share) => points[Math.round(share * (points.length - 1))] ?? [])

const Key = ({ className, name }: { className: string; name: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden="true" className={`size-2.5 rounded-[2px] ${className}`} />
    {name}
  </li>
)

type Day = { at: string; covered: number; missed: number }
type DrawingProps = { days: readonly Day[]; ticks: readonly number[]; most: number }

const HEIGHT = 100
const WIDTH = 10
const GAP = 3

/** Stretched to the room there is: lines keep their width. */
const Drawing = ({ days, ticks, most }: DrawingProps) => (
  <svg
    viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
    preserveAspectRatio="none"
    className="h-44 w-full overflow-visible"
  >
    {ticks.map((tick) => {
      const y = HEIGHT - (tick / most) * HEIGHT
      return (
        <line
          key={tick}
          x2={days.length * WIDTH}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      )
    })}
    {days.map(({ at, covered, missed }, index) => {
      const low = (covered / most) * HEIGHT
      const high = (missed / most) * HEIGHT
      const place = { x: index * WIDTH + GAP / 2, width: WIDTH - GAP }
      return (
        <g key={at}>
          <title>{t.overview.day(at, formatNumber(covered), formatNumber(missed))}</title>
          <rect {...place} y={HEIGHT - low} height={low} className="fill-series-1" />
          <rect {...place} y={HEIGHT - low - high} height={high} className="fill-series-2" />
        </g>
      )
    })}
  </svg>
)
