import { createMetrics } from '../../server/src/platform/metrics.ts'

const byName = new Map(
  createMetrics()
    .registry.getMetricsAsArray()
    .map((metric) => [metric.name, metric]),
)

/** What Prometheus adds to every sample. */
const ADDED = ['le', 'job', 'instance']

/** A histogram is asked for by its buckets, its sum or its count. */
const getMetric = (name: string) =>
  byName.get(name) ?? byName.get(name.replace(/_(bucket|sum|count)$/, ''))

const getLabels = (name: string): string[] => {
  const metric = getMetric(name)
  // Not among prom-client's types.
  return metric && 'labelNames' in metric && Array.isArray(metric.labelNames)
    ? metric.labelNames
    : []
}

/** Metrics and labels of a query in PromQL that the service does not have. */
export function unknownIn(expr: string, shownLabels: readonly string[] = []): string[] {
  const names = expr.match(/footnote_\w+/g) ?? []
  if (names.length === 0) return ['no metric at all']
  const known = new Set([...names.flatMap(getLabels), ...ADDED])
  const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
  const compared = [...expr.matchAll(/(\w+)(?:!=|!~|=~|=)"/g)].map(([, label = '']) => label)
  return [
    ...names.filter((name) => !getMetric(name)),
    ...[...grouped, ...compared, ...shownLabels].filter((label) => !known.has(label)),
  ]
}
