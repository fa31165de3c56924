import { useNavigate, useSearch } from '@tanstack/react-router'
import { useScope } from '../../shell/knowledge-base.ts'
import { Select, TextField } from '../../ui/field.tsx'
import type { AnalyticsChoice } from './analytics-query.ts'
import { choosePeriod, GROUPINGS, PERIODS, VIEWS } from './analytics-query.ts'
import { t } from './texts.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/analytics'

const DAYS = ['from', 'to'] as const

/** In the address, at once. */
export function AnalyticsFilters() {
  const scope = useScope()
  const navigate = useNavigate()
  const choice = useSearch({ from: ROUTE })
  const show = (change: AnalyticsChoice) =>
    void navigate({ to: ROUTE, params: scope, search: { ...choice, ...change }, replace: true })
  const isCustom = choice.from !== undefined && choice.to !== undefined
  return (
    <div
      className={`grid grid-cols-2 gap-3 sm:grid-cols-3 ${isCustom ? 'lg:max-w-4xl lg:grid-cols-5' : 'lg:max-w-2xl'}`}
    >
      <Select
        label={t.analytics.view}
        value={choice.view ?? 'use'}
        options={VIEWS.map((view) => [view, t.analytics.views[view]] as const)}
        onValue={(view) => show({ view })}
      />
      <Select<(typeof PERIODS)[number] | 'custom'>
        label={t.analytics.period}
        value={isCustom ? 'custom' : (choice.days ?? '30')}
        options={[
          ...PERIODS.map((days) => [days, t.analytics.periods[days]] as const),
          ['custom', t.analytics.customPeriod] as const,
        ]}
        onValue={(value) =>
          show(
            value === 'custom'
              ? { ...choosePeriod(choice), days: undefined }
              : { days: value, from: undefined, to: undefined },
          )
        }
      />
      {isCustom &&
        DAYS.map((name) => (
          <TextField
            key={name}
            label={t.analytics.days[name]}
            type="date"
            value={choice[name] ?? ''}
            onValue={(day) => day !== '' && show({ [name]: day })}
          />
        ))}
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
