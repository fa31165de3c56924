import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import type { QuestionFilter } from './question-query.ts'
import { OUTCOMES, REVIEWS, SOURCES, VOTES } from './question-query.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/questions'

const DAYS = ['from', 'to'] as const

/** In the address: words once submitted, the rest at once. */
export function QuestionFilters() {
  const scope = useScope()
  const navigate = useNavigate()
  const { open: _, ...filters } = useSearch({ from: ROUTE })
  const [words, setWords] = useState(filters.q ?? '')
  const show = (search: QuestionFilter) =>
    void navigate({ to: ROUTE, params: scope, search, replace: true })
  return (
    <form
      role="search"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 lg:grid-cols-6"
      onSubmit={(event) => {
        event.preventDefault()
        show({ ...filters, q: words.trim() || undefined })
      }}
    >
      <div className="col-span-2 flex items-end gap-2 md:col-span-3 lg:col-span-6">
        <div className="min-w-0 flex-1">
          <TextField
            label={t.questions.search}
            type="search"
            value={words}
            onValue={setWords}
            autoComplete="off"
          />
        </div>
        <Button type="submit">{t.questions.filter}</Button>
      </div>
      <Choice
        label={t.questions.outcome}
        chosen={filters.outcome}
        among={OUTCOMES}
        texts={t.questions.outcomes}
        onChoose={(outcome) => show({ ...filters, outcome })}
      />
      <Choice
        label={t.questions.vote}
        chosen={filters.vote}
        among={VOTES}
        texts={t.questions.votes}
        onChoose={(vote) => show({ ...filters, vote })}
      />
      <Choice
        label={t.questions.source}
        chosen={filters.source}
        among={SOURCES}
        texts={t.questions.sources}
        onChoose={(source) => show({ ...filters, source })}
      />
      <Choice
        label={t.questions.review}
        chosen={filters.review}
        among={REVIEWS}
        texts={t.questions.reviews}
        onChoose={(review) => show({ ...filters, review })}
      />
      {DAYS.map((name) => (
        <TextField
          key={name}
          label={t.questions[name]}
          type="date"
          value={filters[name] ?? ''}
          onValue={(day) => show({ ...filters, [name]: day || undefined })}
        />
      ))}
    </form>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  chosen: Value | undefined
  among: readonly Value[]
  texts: Record<Value | 'any', string>
  onChoose: (value: Value | undefined) => void
}

const Choice = <Value extends string>({
  label,
  chosen,
  among,
  texts,
  onChoose,
}: ChoiceProps<Value>) => (
  <Select<Value | 'any'>
    label={label}
    value={chosen ?? 'any'}
    options={[['any', texts.any], ...among.map((value) => [value, texts[value]] as const)]}
    onValue={(value) => onChoose(value === 'any' ? undefined : value)}
  />
)
