import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { buildChartRenderer } from './render-chart.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type Manifest = any

export const DEPLOY = join(import.meta.dirname, '../../deploy')
export const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
export const getManifests = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null)

export const chart = parse(read('helm/footnote/Chart.yaml'))
export const defaults: Manifest = {
  ...parse(read('helm/footnote/values.yaml')),
  publicUrl: 'https://answers.example.com',
}
export const schema = z.fromJSONSchema(JSON.parse(read('helm/footnote/values.schema.json')))

/** As Helm adds what an operator sets to the values of the chart. */
export const merged = (values: Manifest, changes: Manifest): Manifest =>
  Object.entries(changes).reduce(
    (all, [name, value]) => ({
      ...all,
      [name]: isTable(value) && isTable(values[name]) ? merged(values[name], value) : value,
    }),
    { ...values },
  )
const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const renderer = buildChartRenderer()
afterAll(() => renderer.remove())

/** Every template, with what an operator sets. */
export const renderAll = (changes: Manifest = {}): Record<string, string> =>
  renderer.render(join(DEPLOY, 'helm/footnote/templates'), {
    Values: merged(defaults, changes),
    Release: { Name: 'footnote', Namespace: 'answers' },
    Chart: { AppVersion: chart.appVersion },
  })
export const renderText = (file: string, changes: Manifest = {}): string => {
  const text = renderAll(changes)[file]
  if (text === undefined) throw new Error(`The chart has no ${file}`)
  return text
}
export const render = (file: string, changes: Manifest = {}): Manifest[] =>
  getManifests(renderText(file, changes))
