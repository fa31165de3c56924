import type { Comparison, EvaluationItem } from '@footnote/client/admin'
import { useState } from 'react'
import { formatNumber } from '../../ui/format.ts'
import type { Tone } from '../../ui/pill.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Asked } from './answer-list.tsx'
import { FilteredCard } from './filtered-card.tsx'
import { ItemAnswer } from './item-answer.tsx'
import { getName } from './run-table.tsx'
import { t } from './texts.ts'

const FILTERS = ['changed', 'all'] as const

type Change = Comparison['items'][number]['change']

const TONES: Record<Change, Tone> = {
  broken: 'bad',
  fixed: 'ok',
  same: 'neutral',
  added: 'accent',
  removed: 'warn',
}
const CHANGES = ['broken', 'fixed', 'same', 'added', 'removed'] as const

/** Both answers to each question side by side, what broke first. */
export function ComparedList({ comparison }: { comparison: Comparison }) {
  const { before, after, counts, items } = comparison
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('changed')
  const shown = filter === 'all' ? items : items.filter(({ change }) => change !== 'same')
  return (
    <FilteredCard
      title={
        <span className="flex flex-wrap gap-1.5">
          {CHANGES.filter((change) => counts[change] > 0).map((change) => (
            <Pill key={change} tone={TONES[change]}>
              {t.evaluations.changes[change]} {formatNumber(counts[change])}
            </Pill>
          ))}
        </span>
      }
      filters={FILTERS}
      filter={filter}
      onFilter={setFilter}
      items={shown}
    >
      {({ question, change, before: earlier, after: later }) => {
        const asked = later ?? earlier
        return (
          <li key={question} className="border-t border-line py-4 first:border-t-0 first:pt-1">
            <div className="mb-3 flex items-start justify-between gap-3">
              {asked && <Asked item={asked} />}
              <Pill tone={TONES[change]}>{t.evaluations.changes[change]}</Pill>
            </div>
            <div className="grid gap-4 md:grid-cols-2 md:gap-6">
              <Side title={`${t.evaluations.before}: ${getName(before)}`} item={earlier} />
              <Side title={`${t.evaluations.after}: ${getName(after)}`} item={later} />
            </div>
          </li>
        )
      }}
    </FilteredCard>
  )
}

const Side = ({ title, item }: { title: string; item: EvaluationItem | null }) => (
  <div className="min-w-0 rounded-card bg-sunken/60 px-3 py-2.5">
    <h3 className="mb-1.5 text-xs text-ink-2">{title}</h3>
    {item ? <ItemAnswer item={item} /> : <p className="text-ink-2">{t.evaluations.notAsked}</p>}
  </div>
)
