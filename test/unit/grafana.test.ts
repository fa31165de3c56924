import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { unknownIn } from '../support/prometheus-query.ts'

type Variable = { name: string; query: string }
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] }

const { panels, templating }: { panels: Panel[]; templating: { list: Variable[] } } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/reference/grafana-dashboard.json'), 'utf8'),
)
const targets = panels.flatMap(({ title, targets: all }) =>
  all.map((target) => ({ title, ...target })),
)

test.each(targets)(
  'the dashboard asks for metrics that exist: $title',
  ({ expr, legendFormat }) => {
    const shown = [...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label = '']) => label)
    expect(unknownIn(expr, shown), expr).toEqual([])
  },
)

test('its variables choose jobs and instances, in every panel', () => {
  const chosen = templating.list.filter(({ name }) => name !== 'datasource')
  expect(chosen.map(({ name }) => name)).toEqual(['job', 'instance'])
  for (const { query } of chosen) expect(unknownIn(query), query).toEqual([])
  for (const { expr } of targets)
    expect(expr.split('{job=~"$job", instance=~"$instance"').length - 1, expr).toBe(
      expr.match(/footnote_\w+/g)?.length,
    )
})

test('it shows every metric that the service declares itself', () => {
  const asked = targets.map(({ expr }) => expr).join(' ')
  const own = Object.values(createMetrics()).flatMap((metric) =>
    'name' in metric ? [metric.name] : [],
  )
  expect(own.filter((name) => typeof name === 'string' && !asked.includes(name))).toEqual([])
})
