import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { Environment } from '../../server/src/config/config.ts'
import { connectionsOf } from '../../server/src/startup/doctor/check-server.ts'
import { renderTemplate } from '../support/helm/render-template.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Manifest = any

const DEPLOY = join(import.meta.dirname, '../../deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null)

const chart = parse(read('helm/footnote/Chart.yaml'))
const defaults: Manifest = {
  ...parse(read('helm/footnote/values.yaml')),
  publicUrl: 'https://answers.example.com',
}
const schema = z.fromJSONSchema(JSON.parse(read('helm/footnote/values.schema.json')))

const render = (file: string, values: Manifest = defaults): Manifest[] =>
  manifestsOf(
    renderTemplate(read(`helm/footnote/templates/${file}`), {
      Values: values,
      Release: { Name: 'footnote' },
      Chart: { AppVersion: chart.appVersion },
    }),
  )

/** Without what differs on purpose: labels of the release, the image, the annotations of Helm. */
const comparable = (manifest: Manifest): Manifest =>
  JSON.parse(
    JSON.stringify(manifest, (key, value: unknown) =>
      /^app\.kubernetes\.io\/(name|instance)$|^annotations$|^image(PullPolicy)?$/.test(key)
        ? undefined
        : value,
    ),
  )

test.each(['api.yaml', 'worker.yaml'])('%s is what the kustomize base has', (file) => {
  const base = manifestsOf(read(`kubernetes/base/${file}`))
  expect(base.length).toBeGreaterThanOrEqual(2)
  expect(render(file).map(comparable)).toEqual(base.map(comparable))
})

test('the network policy is that of the base, for the pods of this release', () => {
  const [made] = render('network-policy.yaml')
  const [base] = manifestsOf(read('kubernetes/base/network-policy.yaml'))
  const ofRelease = {
    'app.kubernetes.io/name': 'footnote',
    'app.kubernetes.io/instance': 'footnote',
  }
  expect(made.spec.podSelector).toEqual({ matchLabels: ofRelease })
  expect(comparable(made)).toEqual(comparable(base))
  const extra = { ports: [{ port: 587 }] }
  const networkPolicy = { enabled: true, extraEgress: [extra] }
  const [opened] = render('network-policy.yaml', { ...defaults, networkPolicy })
  expect(opened.spec.egress).toEqual([...base.spec.egress, extra])
  const off = { enabled: false, extraEgress: [] }
  expect(render('network-policy.yaml', { ...defaults, networkPolicy: off })).toEqual([])
})

test('the monitors are those of the component, and off unless asked for', () => {
  expect(render('monitors.yaml')).toEqual([])
  const made = render('monitors.yaml', { ...defaults, monitors: { enabled: true } })
  const base = manifestsOf(read('kubernetes/components/service-monitor/monitors.yaml'))
  expect(made.map(comparable)).toEqual(base.map(comparable))
})

test('the migration runs before everything else, with the secrets alone', () => {
  const [made] = render('migrate.yaml')
  const [base] = manifestsOf(read('kubernetes/base/migrate.yaml'))
  expect(made.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  const [container] = made.spec.template.spec.containers
  expect(JSON.stringify(container)).not.toContain('configMapRef')
  delete container.env
  expect(comparable(made)).toEqual(comparable(base))
})

test('the login of the owner may come from CloudNativePG', () => {
  const owner = { secretName: 'footnote-app', key: 'uri' }
  const values = { ...defaults, database: { ...defaults.database, owner } }
  for (const file of ['worker.yaml', 'migrate.yaml']) {
    const [{ spec }] = render(file, values)
    expect(spec.template.spec.containers[0].env, file).toContainEqual({
      name: 'DATABASE_URL',
      valueFrom: { secretKeyRef: { name: 'footnote-app', key: 'uri' } },
    })
  }
  expect(JSON.stringify(render('api.yaml', values))).not.toContain('footnote-app')
})

test('pods have the time that drainSeconds asks for, and restart with their settings', () => {
  const deployment = (values: Manifest) => render('api.yaml', values)[0].spec.template
  const before = deployment(defaults)
  const after = deployment({ ...defaults, drainSeconds: 120, settings: { ANSWER_MODEL: 'm' } })
  expect(after.spec.terminationGracePeriodSeconds).toBe(265)
  expect(after.metadata.annotations).not.toEqual(before.metadata.annotations)
})

test('settings and pull secrets are passed on', () => {
  const settings = { ANSWER_PROVIDER: 'openai', ANSWER_TIMEOUT_SECONDS: '90' }
  const imagePullSecrets = [{ name: 'registry' }]
  const [{ data }] = render('settings.yaml', { ...defaults, settings })
  expect(data).toEqual({ PUBLIC_URL: defaults.publicUrl, DRAIN_SECONDS: '65', ...settings })
  for (const file of ['api.yaml', 'worker.yaml', 'migrate.yaml']) {
    const [{ spec }] = render(file, { ...defaults, imagePullSecrets })
    expect(spec.template.spec.imagePullSecrets, file).toEqual(imagePullSecrets)
    expect(spec.template.spec.containers[0].image).toBe(`footnote:${chart.appVersion}`)
  }
})

test('the schema takes the values, wants an address, and knows every key', () => {
  expect(schema.safeParse(defaults).error).toBeUndefined()
  for (const wrong of [
    { ...defaults, publicUrl: '' },
    { ...defaults, replicas: 3 },
    { ...defaults, settings: { ANSWER_TIMEOUT_SECONDS: 90 } },
    { ...defaults, api: { ...defaults.api, minReplicas: 0 } },
  ]) {
    expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
})

test('the chart is of this version, and every template of it is tested here', () => {
  const { version } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8'))
  expect(chart).toMatchObject({ version, appVersion: version })
  const tested = readFileSync(import.meta.filename, 'utf8')
  for (const file of readdirSync(join(DEPLOY, 'helm/footnote/templates'))) {
    expect(tested).toContain(`'${file}'`)
  }
})

test('the database of the guide allows every connection that the chart’s pods may open', () => {
  const [cluster] = manifestsOf(read('cluster/cloudnative-pg.yaml'))
  const pods = ['api.yaml', 'worker.yaml']
    .flatMap((file) => render(file))
    .filter(({ kind }) => kind === 'Deployment')
  const surge = pods.map(({ spec }) => spec.strategy.rollingUpdate.maxSurge)
  expect(surge).toEqual([1, 1])
  const processes = defaults.api.maxReplicas + defaults.worker.replicas + surge.length
  const perProcess = connectionsOf(Environment.shape.DATABASE_CONNECTIONS.parse(undefined))
  const { max_connections } = cluster.spec.postgresql.parameters
  expect(Number(max_connections)).toBeGreaterThan(processes * perProcess)
  // In the guide’s words.
  const guide = readFileSync(join(DEPLOY, '../docs/guides/operations.md'), 'utf8')
  expect(guide).toContain(`${perProcess} each`)
  expect(guide).toContain(`${max_connections} for the`)
})
