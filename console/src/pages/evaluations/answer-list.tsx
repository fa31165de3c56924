import type { EvaluationItem } from '@footnote/client/admin'
import { useState } from 'react'
import { FilteredCard } from './filtered-card.tsx'
import { ItemAnswer } from './item-answer.tsx'
import { toExpectation } from './set-details.tsx'
import { t } from './texts.ts'

const FILTERS = ['failing', 'all'] as const

/** Every question with its answer; those that are not as expected first, since they are why one looks. */
export function AnswerList({ items }: { items: readonly EvaluationItem[] }) {
  const hasFailing = items.some(({ passed }) => passed === false)
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>(hasFailing ? 'failing' : 'all')
  const shown = filter === 'all' ? items : items.filter(({ passed }) => passed === false)
  return (
    <FilteredCard
      title={t.evaluations.answers}
      filters={FILTERS}
      filter={filter}
      onFilter={setFilter}
      items={shown}
    >
      {(item) => (
        <li
          key={item.question}
          className="grid gap-2 border-t border-line py-4 first:border-t-0 first:pt-1 md:grid-cols-[2fr_3fr] md:gap-6"
        >
          <Asked item={item} />
          <ItemAnswer item={item} />
        </li>
      )}
    </FilteredCard>
  )
}

export const Asked = ({ item }: { item: EvaluationItem }) => (
  <div className="min-w-0">
    <p className="font-[550]" dir="auto">
      {item.question}
    </p>
    <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{toExpectation(item)}</p>
  </div>
)
