import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../server/src/platform/metrics.ts'

type Panel = { title: string; targets: { expr: string; legendFormat: string }[] }

const { panels }: { panels: Panel[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/reference/grafana-dashboard.json'), 'utf8'),
)
const metrics = createMetrics().registry.getMetricsAsArray()
const byName = new Map(metrics.map((metric) => [metric.name, metric]))

/** A histogram is asked for by its buckets, its sum or its count. */
const metricOf = (name: string) =>
  byName.get(name) ?? byName.get(name.replace(/_(bucket|sum|count)$/, ''))

const labelsOf = (name: string): string[] => {
  const metric = metricOf(name)
  // Not among prom-client's types.
  return metric && 'labelNames' in metric && Array.isArray(metric.labelNames)
    ? metric.labelNames
    : []
}

const targets = panels.flatMap(({ title, targets: all }) =>
  all.map((target) => ({ title, ...target })),
)

test.each(targets)(
  'the dashboard asks for metrics that exist: $title',
  ({ expr, legendFormat }) => {
    const names = expr.match(/footnote_\w+/g) ?? []
    expect(names).not.toEqual([])
    for (const name of names) expect(metricOf(name), name).toBeDefined()
    // `le` and `instance` are not ours.
    const known = new Set([...names.flatMap(labelsOf), 'le', 'instance'])
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    )
    const compared = [...expr.matchAll(/(\w+)(?:!=|!~|=~|=)"/g)].map(([, label = '']) => label)
    const shown = [...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label = '']) => label)
    for (const label of [...grouped, ...compared, ...shown])
      expect([...known], expr).toContain(label)
  },
)

test('it shows every metric that the service declares itself', () => {
  const asked = targets.map(({ expr }) => expr).join(' ')
  const own = Object.values(createMetrics()).flatMap((metric) =>
    'name' in metric ? [metric.name] : [],
  )
  expect(own.filter((name) => typeof name === 'string' && !asked.includes(name))).toEqual([])
})
