import type { Analytics } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { keysQuery, widgetsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import type { Grouping, Line, View } from './analytics-query.ts'
import { MEASURES, toPoints, valueOf, valuesAt } from './analytics-query.ts'
import { t } from './texts.ts'

export type GroupName = (value: string | null) => string

/** Names of widgets and keys are looked up; a deleted one keeps its id. */
export function useGroupName(grouping: Grouping | undefined): GroupName {
  const { knowledgeBaseId } = useScope()
  const keys = useQuery({ ...keysQuery(knowledgeBaseId), enabled: grouping === 'key' })
  const widgets = useQuery({ ...widgetsQuery(knowledgeBaseId), enabled: grouping === 'widget' })
  const known = new Map<string, string>([
    ...(grouping === 'source' ? Object.entries(t.analytics.sources) : []),
    ...(grouping === 'model' ? Object.entries(t.analytics.models) : []),
    ...(keys.data?.keys ?? []).map(({ id, name }) => [id, name] as const),
    ...(widgets.data?.widgets ?? []).map(({ id, name }) => [id, name] as const),
  ])
  return (value) => (value === null ? t.analytics.none : (known.get(value) ?? value))
}

/**
 * By group: the first measure of each of the six largest. Otherwise each measure, and the first one of
 * the period before.
 */
export function toLines(counts: Analytics, view: View, getName: GroupName): Line[] {
  const points = toPoints(counts)
  const measures = MEASURES[view]
  const [first] = measures
  if (counts.groups !== null) {
    return counts.groups
      .filter(({ series }) => series.length > 0)
      .map(({ value, totals, series }) => ({
        name: getName(value),
        values: valuesAt(points, series, first),
        total: valueOf(totals, first),
        isBefore: false,
      }))
  }
  const { previous } = counts
  const before = toPoints({ ...previous, interval: counts.interval })
  return [
    ...measures.map((measure) => ({
      name: t.analytics.measures[measure],
      values: valuesAt(points, counts.series, measure),
      total: valueOf(counts.totals, measure),
      isBefore: false,
    })),
    {
      name: t.analytics.before,
      values: valuesAt(before, previous.series, first).slice(0, points.length),
      total: valueOf(previous.totals, first),
      isBefore: true,
    },
  ]
}
