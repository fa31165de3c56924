import { useNavigate, useSearch } from '@tanstack/react-router'
import { useScope } from '../../shell/knowledge-base.ts'
import { Select } from '../../ui/field.tsx'
import type { AnalyticsChoice } from './analytics-query.ts'
import { GROUPINGS, PERIODS, VIEWS } from './analytics-query.ts'
import { t } from './texts.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/analytics'

/** In the address, at once. */
export function AnalyticsFilters() {
  const scope = useScope()
  const navigate = useNavigate()
  const choice = useSearch({ from: ROUTE })
  const show = (change: AnalyticsChoice) =>
    void navigate({ to: ROUTE, params: scope, search: { ...choice, ...change }, replace: true })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:max-w-2xl">
      <Select
        label={t.analytics.view}
        value={choice.view ?? 'use'}
        options={VIEWS.map((view) => [view, t.analytics.views[view]] as const)}
        onValue={(view) => show({ view })}
      />
      <Select
        label={t.analytics.period}
        value={choice.days ?? '30'}
        options={PERIODS.map((days) => [days, t.analytics.periods[days]] as const)}
        onValue={(days) => show({ days })}
      />
      <Select
        label={t.analytics.group}
        value={choice.group ?? 'none'}
        options={[
          ['none', t.analytics.groups.none] as const,
          ...GROUPINGS.map((group) => [group, t.analytics.groups[group]] as const),
        ]}
        onValue={(group) => show({ group: group === 'none' ? undefined : group })}
      />
    </div>
  )
}
