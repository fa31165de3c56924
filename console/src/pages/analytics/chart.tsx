import type { Analytics } from '@footnote/client/admin'
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatMoney, formatMoneyMark, formatNumber } from '../../ui/format.ts'
import { niceTicks } from '../../ui/nice-ticks.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Line as ChartLine, View } from './analytics-query.ts'
import { t } from './texts.ts'

const COLOURS = [1, 2, 3, 4, 5, 6].map((number) => `var(--series-${number})`)
const BEFORE = 'var(--ink-3)'

type ChartProps = {
  view: View
  counts: Analytics
  points: readonly string[]
  lines: readonly ChartLine[]
}

/** Lines for the eye; a sentence and a table for everybody. */
export function Chart({ view, counts, points, lines }: ChartProps) {
  const shown = (value: number | null) => formatted(value, view, counts.currency)
  const rows = points.map((at, index) => ({
    at,
    ...Object.fromEntries(lines.map(({ values }, line) => [`line${line}`, values[index] ?? null])),
  }))
  const largest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const marks = niceTicks(largest, view !== 'speed' && view !== 'cost')
  const mark = (value: number) =>
    view === 'cost'
      ? formatMoneyMark(value, counts.currency)
      : view === 'speed'
        ? t.analytics.seconds(compact.format(value))
        : compact.format(value)
  const parts = lines.map(({ name, total }) => t.analytics.part(name, shown(total))).join(', ')
  return (
    <figure className="flex flex-col gap-3">
      <Legend lines={lines} shown={shown} />
      <div aria-hidden="true" className="h-64 text-xs">
        <ResponsiveContainer>
          <LineChart
            data={rows}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <defs>
              <pattern id="partial" width="6" height="6" patternUnits="userSpaceOnUse">
                <path d="M0 6 6 0" stroke="var(--line)" />
              </pattern>
            </defs>
            {/* Today is not over. */}
            {points.length > 1 && (
              <ReferenceArea
                x1={points.at(-2) ?? ''}
                x2={points.at(-1) ?? ''}
                fill="url(#partial)"
                fillOpacity={1}
              />
            )}
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="at"
              tickFormatter={shortDay}
              interval="equidistantPreserveStart"
              minTickGap={24}
              tickLine={false}
              stroke="var(--edge)"
              tick={{ fill: 'var(--ink-3)' }}
            />
            <YAxis
              width={48}
              ticks={marks}
              domain={[0, marks.at(-1) ?? 1]}
              tickFormatter={mark}
              tickLine={false}
              axisLine={false}
              tick={{ fill: 'var(--ink-3)' }}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--edge)' }}
              contentStyle={{
                background: 'var(--surface)',
                border: '1px solid var(--line)',
                borderRadius: 8,
              }}
              labelFormatter={(at) => (typeof at === 'string' ? shortDay(at) : at)}
              formatter={(value) => shown(Number(value))}
            />
            {lines.map(({ name, values, isBefore }, index) => (
              <Line
                key={name}
                name={name}
                dataKey={`line${index}`}
                stroke={pickColour(index, isBefore)}
                strokeWidth={isBefore ? 1.5 : 2}
                {...(isBefore ? { strokeDasharray: '4 4' } : {})}
                // A line of one point has no length.
                dot={values.filter((value) => value !== null).length === 1}
                connectNulls
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="sr-only">
        {t.analytics.summary(t.analytics.views[view], counts.from, counts.to, parts)}
      </figcaption>
      <details>
        <summary className="w-fit text-accent">{t.analytics.table}</summary>
        <div className="mt-2 max-h-80 overflow-y-auto">
          <PointTable points={points} lines={lines} shown={shown} view={view} />
        </div>
      </details>
    </figure>
  )
}

const pickColour = (index: number, isBefore: boolean): string =>
  isBefore ? BEFORE : (COLOURS[index % COLOURS.length] ?? BEFORE)

const compact = new Intl.NumberFormat('en', { notation: 'compact' })
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const shortDay = (at: string): string => day.format(new Date(at))

function formatted(value: number | null, view: View, currency: string | null): string {
  if (value === null) return '–'
  if (view === 'cost') return formatMoney(value, currency)
  return view === 'speed' ? t.analytics.seconds(formatNumber(value)) : formatNumber(value)
}

type Shown = (value: number | null) => string

const Legend = ({ lines, shown }: { lines: readonly ChartLine[]; shown: Shown }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1">
    {lines.map(({ name, total, isBefore }, index) => (
      <li key={name} className="flex items-center gap-2">
        <svg width="16" height="2" aria-hidden="true">
          <line
            x2="16"
            y1="1"
            y2="1"
            stroke={pickColour(index, isBefore)}
            strokeWidth="2"
            {...(isBefore ? { strokeDasharray: '4 3' } : {})}
          />
        </svg>
        {name}
        <span className="font-semibold whitespace-nowrap tabular-nums">{shown(total)}</span>
      </li>
    ))}
  </ul>
)

type PointTableProps = Pick<ChartProps, 'points' | 'lines' | 'view'> & { shown: Shown }

const PointTable = ({ points, lines, shown, view }: PointTableProps) => (
  <Table label={t.analytics.views[view]}>
    <thead>
      <tr>
        <Th>{t.analytics.day}</Th>
        {lines.map(({ name }) => (
          <Th key={name} isNumber>
            {name}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {points.map((at, index) => (
        <tr key={at}>
          <Td>{at}</Td>
          {lines.map(({ name, values }) => (
            <Td key={name} isNumber>
              {shown(values[index] ?? null)}
            </Td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
)
