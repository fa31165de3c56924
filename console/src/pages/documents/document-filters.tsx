import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { groupsQuery, sourcesQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { t } from './texts.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/pages'
const STATES = ['pending', 'indexed', 'failed', 'skipped'] as const
const VISIBILITIES = ['public', 'unlisted', 'restricted'] as const

/** In the address: words once submitted, the rest at once. */
export function DocumentFilters() {
  const scope = useScope()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  const { data } = useQuery(sourcesQuery(scope.knowledgeBaseId))
  const { data: groups } = useQuery(groupsQuery(scope.knowledgeBaseId))
  const [words, setWords] = useState(search.q ?? '')
  const go = (change: Partial<typeof search>) =>
    void navigate({ to: ROUTE, params: scope, search: { ...search, ...change }, replace: true })
  return (
    <form
      role="search"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-[2fr_repeat(4,1fr)]"
      onSubmit={(event) => {
        event.preventDefault()
        go({ q: words.trim() || undefined })
      }}
    >
      <div className="col-span-2 flex items-end gap-2 md:col-span-4 xl:col-span-1">
        <div className="min-w-0 flex-1">
          <TextField
            label={t.pages.search}
            type="search"
            placeholder={t.pages.searchPlaceholder}
            value={words}
            onValue={setWords}
            autoComplete="off"
          />
        </div>
        <Button type="submit">{t.pages.find}</Button>
      </div>
      <Select<(typeof STATES)[number] | ''>
        label={t.pages.state}
        value={search.state ?? ''}
        options={[
          ['', t.pages.allStates],
          ...STATES.map((one) => [one, t.pages.states[one]] as const),
        ]}
        onValue={(value) => go({ state: value === '' ? undefined : value })}
      />
      <Select<string>
        label={t.pages.source}
        value={search.source ?? ''}
        options={[
          ['', t.pages.allSources],
          ...(data?.sources ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onValue={(value) => go({ source: value === '' ? undefined : value })}
      />
      <Select<(typeof VISIBILITIES)[number] | ''>
        label={t.pages.visibility}
        value={search.visibility ?? ''}
        options={[
          ['', t.pages.allVisibilities],
          ...VISIBILITIES.map((one) => [one, t.pages.visibilities[one]] as const),
        ]}
        onValue={(value) => go({ visibility: value === '' ? undefined : value })}
      />
      <Select<string>
        label={t.pages.group}
        value={search.group ?? ''}
        options={[
          ['', t.pages.allGroups],
          ...(groups?.groups ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onValue={(value) => go({ group: value === '' ? undefined : value })}
      />
    </form>
  )
}
