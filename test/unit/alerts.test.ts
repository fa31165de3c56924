import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { unknownIn } from '../support/prometheus-query.ts'

type Rule = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../docs', path), 'utf8')

const { groups }: { groups: { rules: Rule[] }[] } = parse(read('reference/prometheus-alerts.yml'))
const rules = groups.flatMap((group) => group.rules)
const headings = [...read('guides/alerts.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title)

test.each(rules)('$alert asks for metrics and labels that exist', ({ expr, annotations }) => {
  const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
  expect(unknownIn(expr, shown)).toEqual([])
})

/** Only what a rule groups by, or all of it, is left of a metric's labels. */
test.each(rules)('$alert shows labels that its result has', ({ expr, annotations }) => {
  const groupings = [...expr.matchAll(/by \(([^)]*)\)/g)].map(([, list = '']) => list.split(', '))
  for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.(\w+)/g))
    for (const grouping of groupings) expect(grouping).toContain(label)
})

test('each rule has its section in the run book, and each section its rule', () => {
  expect(headings).toEqual(rules.map(({ alert }) => alert))
})

test.each(rules)('$alert links to its section', ({ alert, labels, annotations }) => {
  expect(annotations.runbook_url).toBe(`https://footnote.dev/guides/alerts#${alert.toLowerCase()}`)
  expect(['critical', 'warning', 'info']).toContain(labels.severity)
})

test('a metric or a label that does not exist is found', () => {
  expect(unknownIn('sum by (color) (footnote_refusals_total{colour="red"})')).toEqual([
    'color',
    'colour',
  ])
  expect(unknownIn('rate(footnote_refusal_total[5m])')).toEqual(['footnote_refusal_total'])
  expect(unknownIn('up == 0')).toEqual(['no metric at all'])
})
