import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SERVICE_PATHS } from '../../contract/src/paths.ts'
import { Environment } from '../../server/src/config/config.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Manifest = any

const KUBERNETES = join(import.meta.dirname, '../../deploy/kubernetes')
const read = (path: string) => readFileSync(join(KUBERNETES, path), 'utf8')
const kustomization = parse(read('base/kustomization.yaml'))
const manifests: Manifest[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(read(`base/${file}`)).map((document) => document.toJS()),
)
const settings: string[] = kustomization.configMapGenerator[0].literals
const find = (kind: string, name: string): Manifest =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
const getPod = (kind: string, name: string): Manifest => find(kind, name).spec.template.spec
const pods: [string, Manifest][] = [
  ['the API', getPod('Deployment', 'footnote-api')],
  ['the worker', getPod('Deployment', 'footnote-worker')],
  ['the migration', getPod('Job', 'footnote-migrate')],
]

/** How long a process takes to close what it has open, in server/src/main.ts. */
const CLOSING_SECONDS = 5

test('every file of the base is part of it, and nothing in it keeps data', () => {
  const files = readdirSync(join(KUBERNETES, 'base')).filter(
    (file) => file !== 'kustomization.yaml',
  )
  expect(new Set(kustomization.resources)).toEqual(new Set(files))
  const kinds = manifests.map(({ kind }) => kind)
  for (const kind of ['Secret', 'StatefulSet', 'PersistentVolumeClaim']) {
    expect(kinds).not.toContain(kind)
  }
})

test.each(pods)('%s runs without rights, on a file system that it cannot write', (_, pod) => {
  expect(pod.automountServiceAccountToken).toBe(false)
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  })
  const [container] = pod.containers
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(container.volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }])
  expect(pod.volumes).toMatchObject([{ name: 'tmp', emptyDir: {} }])
  expect(container.resources.limits.memory).toMatch(/^\dGi$/)
})

test.each(pods.slice(0, 2))('%s is probed where it answers', (_, { containers: [container] }) => {
  expect(container.ports).toEqual([{ name: 'http', containerPort: 8080 }])
  const path = (probe: Manifest) => probe.httpGet
  expect(path(container.startupProbe)).toEqual({ path: SERVICE_PATHS.health, port: 'http' })
  expect(path(container.livenessProbe)).toEqual({ path: SERVICE_PATHS.health, port: 'http' })
  expect(path(container.readinessProbe)).toEqual({ path: SERVICE_PATHS.readiness, port: 'http' })
  // What /readyz waits for the database.
  expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(1.5)
})

describe('stopping a pod', () => {
  const drain = Number(settings.find((line) => line.startsWith('DRAIN_SECONDS='))?.split('=')[1])

  test('leaves an answer the time that it may take', () => {
    const { ANSWER_TIMEOUT_SECONDS: answer } = Environment.shape
    expect(drain).toBeGreaterThan(answer.parse(undefined))
  })

  test.each(pods.slice(0, 2))('does not kill %s while it drains', (_, pod) => {
    const command = pod.containers[0].lifecycle?.preStop.exec.command ?? ['sleep', '0']
    const needed = Number(command[1]) + 2 * drain + CLOSING_SECONDS
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed)
  })

  test('the API is taken off the service before it stops', () => {
    const [container] = getPod('Deployment', 'footnote-api').containers
    const { periodSeconds } = container.readinessProbe
    const [program, seconds] = container.lifecycle.preStop.exec.command
    expect(program).toBe('sleep')
    expect(Number(seconds)).toBeGreaterThanOrEqual(2 * periodSeconds)
  })
})

test('only who needs it has the login of the owner', () => {
  const getEnv = (pod: Manifest) => pod.containers[0].env?.map(({ name }: Manifest) => name) ?? []
  const [api, worker, migrate] = pods.map(([, pod]) => pod)
  expect(getEnv(api)).toEqual(['API_DATABASE_URL', 'WORKER_DATABASE_URL'])
  expect(getEnv(worker)).toContain('DATABASE_URL')
  const getSecrets = (pod: Manifest) =>
    pod.containers[0].envFrom.map(({ secretRef }: Manifest) => secretRef?.name)
  expect(getSecrets(api)).not.toContain('footnote-database')
  expect(getSecrets(worker)).not.toContain('footnote-database')
  expect(getSecrets(migrate)).toContain('footnote-database')
  expect(migrate.containers[0].args).toEqual(['migrate', '--set-logins'])
})

test('every setting is one of Footnote’s', () => {
  const named = pods.flatMap(([, pod]) => (pod.containers[0].env ?? []) as Manifest[])
  const names = [...named.map(({ name }) => name), ...settings.map((line) => line.split('=')[0])]
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) expect(Object.keys(Environment.shape)).toContain(name)
  const { env } = getPod('Deployment', 'footnote-worker').containers[0]
  expect(env).toContainEqual({ name: 'WORKER_PORT', value: '8080' })
})

test('the autoscaler decides how many APIs there are, and never fewer than two', () => {
  expect(find('Deployment', 'footnote-api').spec).not.toHaveProperty('replicas')
  const { spec } = find('HorizontalPodAutoscaler', 'footnote-api')
  expect(spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'footnote-api' })
  expect(spec.minReplicas).toBeGreaterThanOrEqual(2)
  for (const name of ['footnote-api', 'footnote-worker']) {
    expect(find('PodDisruptionBudget', name).spec.maxUnavailable).toBe(1)
  }
})

test('private addresses are reached for the database, Redis and names only', () => {
  const { spec } = find('NetworkPolicy', 'footnote')
  expect(spec.podSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': 'footnote' })
  const withoutTarget = spec.egress.filter((rule: Manifest) => rule.to === undefined)
  const open = withoutTarget.flatMap(({ ports }: Manifest) => ports.map((p: Manifest) => p.port))
  expect([...new Set(open)]).toEqual([53, 5432, 6379])
  const blocks = spec.egress.flatMap(({ to = [] }: Manifest) => to.map((t: Manifest) => t.ipBlock))
  expect(blocks[0].except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']))
})

test('the example asks for no kind that a bare cluster lacks', () => {
  expect(parse(read('overlays/example/kustomization.yaml'))).not.toHaveProperty('components')
})

test('what the components name is in the base', () => {
  for (const { target } of parse(read('components/cloudnative-pg/kustomization.yaml')).patches) {
    expect(find(target.kind, target.name), target.name).toBeDefined()
  }
  for (const document of parseAllDocuments(read('components/service-monitor/monitors.yaml'))) {
    const { spec } = document.toJS()
    const [endpoint] = spec.endpoints ?? spec.podMetricsEndpoints
    expect(endpoint).toEqual({ port: 'http', path: SERVICE_PATHS.metrics })
  }
})
