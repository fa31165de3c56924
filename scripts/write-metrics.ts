import { createMetrics } from '../server/src/platform/metrics.ts'
import { processMetricNames } from './lib/process-metrics.ts'
import { writeOrCheck } from './lib/write-or-check.ts'

const INTRODUCTION = `# Metrics

\`GET /metrics\` shows these in the Prometheus text format; a \`worker\` on its own has it on \`WORKER_PORT\`, where that is set. No label has an id in it. A counter starts at 0 with the process. This page is made from the code: \`npm run metrics\`.

`

const HEADINGS = '| metric | type | labels | meaning |\n|---|---|---|---|\n'

type Metric = { name: string; help: string; type: string; labels: readonly string[] }

async function readMetrics(): Promise<Metric[]> {
  const { registry } = createMetrics()
  const types = new Map(
    (await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]),
  )
  return registry.getMetricsAsArray().map((metric) => ({
    name: metric.name,
    help: metric.help,
    type: types.get(metric.name) ?? '',
    // Not among prom-client's types.
    labels: 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [],
  }))
}

const renderRow = ({ name, type, labels, help }: Metric): string =>
  `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replaceAll('|', '\\|')} |\n`

async function render(): Promise<string> {
  const ofProcess = processMetricNames()
  const metrics = await readMetrics()
  const table = (rows: Metric[]) => HEADINGS + rows.map(renderRow).join('')
  return (
    `${INTRODUCTION}## Of the service\n\n` +
    table(metrics.filter(({ name }) => !ofProcess.has(name))) +
    '\n## Of the Node.js process\n\n' +
    table(metrics.filter(({ name }) => ofProcess.has(name)))
  )
}

await writeOrCheck('docs/reference/metrics.md', await render(), 'npm run metrics')
