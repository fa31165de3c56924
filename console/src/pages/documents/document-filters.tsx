import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { groupsQuery, sourcesQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { t } from './texts.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/pages'
const STATES = ['pending', 'indexed', 'failed'] as const
const VISIBILITIES = ['public', 'unlisted', 'restricted'] as const

/** Each is in the address. */
export function DocumentFilters() {
  const scope = useScope()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  const { data } = useQuery(sourcesQuery(scope.knowledgeBaseId))
  const { data: groups } = useQuery(groupsQuery(scope.knowledgeBaseId))
  const [url, setUrl] = useState(search.url ?? '')
  const go = (change: Partial<typeof search>) =>
    void navigate({ to: ROUTE, params: scope, search: { ...search, ...change }, replace: true })
  return (
    <form
      role="search"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        go({ url: url.trim() === '' ? undefined : url.trim() })
      }}
    >
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
      {groups && groups.groups.length > 0 && (
        <Select<string>
          label={t.pages.group}
          value={search.group ?? ''}
          options={[
            ['', t.pages.allGroups],
            ...groups.groups.map(({ id, name }) => [id, name] as const),
          ]}
          onValue={(value) => go({ group: value === '' ? undefined : value })}
        />
      )}
      <div className="min-w-48 flex-1">
        <TextField
          label={t.pages.url}
          type="url"
          placeholder={t.pages.urlPlaceholder}
          value={url}
          onValue={setUrl}
        />
      </div>
      <Button type="submit">{t.pages.find}</Button>
    </form>
  )
}
