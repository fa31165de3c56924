import { collectDefaultMetrics, Registry } from 'prom-client'

/** The names of what prom-client measures of any process, beside the metrics of the service. */
export function processMetricNames(): Set<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'footnote_' })
  return new Set(registry.getMetricsAsArray().map(({ name }) => name))
}
