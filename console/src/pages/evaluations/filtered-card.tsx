import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { Empty } from '../../ui/query-view.tsx'
import { t } from './texts.ts'

export type Filter = keyof typeof t.evaluations.filters

type Props<Name extends Filter, Item> = {
  title: ReactNode
  filters: readonly Name[]
  filter: Name
  onFilter: (filter: Name) => void
  items: readonly Item[]
  /** A list item. */
  children: (item: Item) => ReactNode
}

/** A list of questions with a choice of which are shown. */
export const FilteredCard = <Name extends Filter, Item>({
  title,
  filters,
  filter,
  onFilter,
  items,
  children,
}: Props<Name, Item>) => (
  <Card
    title={title}
    actions={
      <Select
        label={t.evaluations.show}
        isLabelHidden
        value={filter}
        options={filters.map((one) => [one, t.evaluations.filters[one]] as const)}
        onValue={onFilter}
      />
    }
  >
    {items.length === 0 ? (
      <Empty title={t.evaluations.nothing} reason={t.evaluations.nothingReason} />
    ) : (
      <ul>{items.map(children)}</ul>
    )}
  </Card>
)
