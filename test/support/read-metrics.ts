import type { Service } from './service.ts'

/** What a service shows at /metrics. */
export type MetricsPage = {
  /** Every metric with its type. */
  types: Map<string, string>
  /** The sum of the samples that have these labels; of a histogram, how often it was observed. */
  value(name: string, labels?: Record<string, string>): number
}

export async function readMetrics({ baseUrl }: Pick<Service, 'baseUrl'>): Promise<MetricsPage> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const types = new Map(
    Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', type = '']) => [name, type]),
  )
  return {
    types,
    value(name, labels = {}) {
      const sample = types.get(name) === 'histogram' ? `${name}_count` : name
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
      return text
        .split('\n')
        .filter((line) => line.startsWith(`${sample} `) || line.startsWith(`${sample}{`))
        .filter((line) => wanted.every((label) => line.includes(label)))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    },
  }
}
