import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../contract/src/limits.ts'
import { Environment } from '../../server/src/config/config.ts'
import { getConnections } from '../../server/src/startup/doctor/check-server.ts'
import type { Manifest } from './chart.ts'
import {
  chart,
  defaults,
  DEPLOY,
  getManifests,
  merged,
  read,
  render,
  renderText,
  schema,
} from './chart.ts'

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
  const base = getManifests(read(`kubernetes/base/${file}`))
  expect(base.length).toBeGreaterThanOrEqual(2)
  expect(render(file).map(comparable)).toEqual(base.map(comparable))
})

test('the network policy is that of the base, for the pods of this release', () => {
  const [made] = render('network-policy.yaml')
  const [base] = getManifests(read('kubernetes/base/network-policy.yaml'))
  const ofRelease = {
    'app.kubernetes.io/name': 'footnote',
    'app.kubernetes.io/instance': 'footnote',
  }
  expect(made.spec.podSelector).toEqual({ matchLabels: ofRelease })
  expect(comparable(made)).toEqual(comparable(base))
  const extra = { ports: [{ port: 587 }] }
  const networkPolicy = { enabled: true, extraEgress: [extra] }
  const [opened] = render('network-policy.yaml', { networkPolicy })
  expect(opened.spec.egress).toEqual([...base.spec.egress, extra])
  const off = { enabled: false, extraEgress: [] }
  expect(render('network-policy.yaml', { networkPolicy: off })).toEqual([])
})

test('the monitors are those of the component, and off unless asked for', () => {
  expect(render('monitors.yaml')).toEqual([])
  const made = render('monitors.yaml', { monitors: { enabled: true } })
  const base = getManifests(read('kubernetes/components/service-monitor/monitors.yaml'))
  expect(made.map(comparable)).toEqual(base.map(comparable))
})

test('the migration runs before everything else, with the secrets alone', () => {
  const [made] = render('migrate.yaml')
  const [base] = getManifests(read('kubernetes/base/migrate.yaml'))
  expect(made.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  const [container] = made.spec.template.spec.containers
  expect(JSON.stringify(container)).not.toContain('configMapRef')
  delete container.env
  expect(comparable(made)).toEqual(comparable(base))
})

test('the login of the owner may come from CloudNativePG', () => {
  const owner = { secretName: 'footnote-app', key: 'uri' }
  const values = { database: { owner } }
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
  const before = deployment({})
  const after = deployment({ drainSeconds: 120, settings: { ANSWER_MODEL: 'm' } })
  expect(after.spec.terminationGracePeriodSeconds).toBe(265)
  expect(after.metadata.annotations).not.toEqual(before.metadata.annotations)
})

test('settings and pull secrets are passed on', () => {
  const settings = { ANSWER_PROVIDER: 'openai', ANSWER_TIMEOUT_SECONDS: '90' }
  const imagePullSecrets = [{ name: 'registry' }]
  const [{ data }] = render('settings.yaml', { settings })
  expect(data).toEqual({ PUBLIC_URL: defaults.publicUrl, DRAIN_SECONDS: '65', ...settings })
  for (const file of ['api.yaml', 'worker.yaml', 'migrate.yaml']) {
    const [{ spec }] = render(file, { imagePullSecrets })
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
    // They have values of their own, and would be in the settings twice.
    { ...defaults, settings: { PUBLIC_URL: 'https://other.example.com' } },
    { ...defaults, settings: { ADMIN_PORT: '9000' } },
  ]) {
    expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
})

test.each(['api', 'worker'])(
  '%s pods run where they are told, with what they are given',
  (part) => {
    const added = {
      podAnnotations: { 'example.com/team': 'docs' },
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'spot', operator: 'Exists' }],
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } },
      extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/certificates/ca.pem' }],
      extraVolumes: [{ name: 'certificates', configMap: { name: 'ca' } }],
      extraVolumeMounts: [{ name: 'certificates', mountPath: '/certificates' }],
    }
    expect(schema.safeParse(merged(defaults, { [part]: added })).error).toBeUndefined()
    const [{ spec: before }] = render(`${part}.yaml`)
    const [{ spec: after }] = render(`${part}.yaml`, { [part]: added })
    const pod = after.template.spec
    expect(after.template.metadata.annotations).toMatchObject(added.podAnnotations)
    expect(pod).toMatchObject({
      nodeSelector: added.nodeSelector,
      tolerations: added.tolerations,
      affinity: added.affinity,
    })
    const [container] = pod.containers
    const [plain] = before.template.spec.containers
    expect(container.env).toEqual([...plain.env, ...added.extraEnv])
    expect(container.volumeMounts).toEqual([...plain.volumeMounts, ...added.extraVolumeMounts])
    expect(pod.volumes).toEqual([...before.template.spec.volumes, ...added.extraVolumes])
  },
)

test('a pod waits until the database has its migrations', () => {
  for (const file of ['api.yaml', 'worker.yaml']) {
    const [{ spec }] = render(file)
    const [wait] = spec.template.spec.initContainers
    expect(wait.args).toEqual(['migrate', '--wait'])
    expect(wait.image).toBe(spec.template.spec.containers[0].image)
    // Not the login of the owner.
    expect(wait.env.map(({ name }: Manifest) => name)).toEqual(['WORKER_DATABASE_URL'])
    expect(wait.securityContext).toEqual(spec.template.spec.containers[0].securityContext)
  }
})

test('without the autoscaler there are as many pods as asked for', () => {
  const made = render('api.yaml', { api: { autoscaling: false, minReplicas: 3 } })
  expect(made.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget'])
  expect(made[0].spec.replicas).toBe(3)
  expect(render('api.yaml')[0].spec).not.toHaveProperty('replicas')
})

test('the admin API and metrics may have ports, which only those reach who are named', () => {
  const ports = { adminPort: 9000, metricsPort: 9100 }
  const [{ data }] = render('settings.yaml', ports)
  expect(data).toMatchObject({ ADMIN_PORT: '9000', METRICS_PORT: '9100' })
  const [deployment, service] = render('api.yaml', ports)
  const names = ['http', 'admin', 'metrics']
  const opened = deployment.spec.template.spec.containers[0].ports
  expect(opened.map(({ name }: Manifest) => name)).toEqual(names)
  expect(service.spec.ports.map(({ targetPort }: Manifest) => targetPort)).toEqual(names)
  const [api, worker] = render('monitors.yaml', { ...ports, monitors: { enabled: true } })
  expect(api.spec.endpoints).toEqual([{ port: 'metrics', path: '/metrics' }])
  expect(worker.spec.podMetricsEndpoints).toEqual([{ port: 'http', path: '/metrics' }])
  const from = (namespace: string) => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } },
  ]
  const networkPolicy = {
    from: from('ingress-nginx'),
    adminFrom: from('vpn'),
    metricsFrom: from('monitoring'),
  }
  const [policy] = render('network-policy.yaml', { ...ports, networkPolicy })
  expect(policy.spec.ingress).toEqual([
    { ports: [{ port: 'http' }], from: networkPolicy.from },
    { ports: [{ port: 'admin' }], from: networkPolicy.adminFrom },
    { ports: [{ port: 'metrics' }], from: networkPolicy.metricsFrom },
    { ports: [{ port: 'http' }], from: networkPolicy.metricsFrom },
  ])
})

test('the ingress streams answers to the host of the address, and is off unless asked for', () => {
  expect(render('ingress.yaml')).toEqual([])
  const host = 'answers.example.com'
  const ingress = { enabled: true, className: 'nginx', host, tlsSecretName: 'certificate' }
  const [{ metadata, spec }] = render('ingress.yaml', { ingress })
  expect(metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
  })
  const seconds = metadata.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']
  const { ANSWER_TIMEOUT_SECONDS: answer } = Environment.shape
  expect(Number(seconds)).toBeGreaterThan(answer.parse(undefined))
  const megabytes = metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']
  expect(Number.parseInt(megabytes, 10) * 2 ** 20).toBeGreaterThan(MAX_UPLOAD_BYTES)
  expect(spec.ingressClassName).toBe('nginx')
  expect(spec.tls).toEqual([{ secretName: 'certificate', hosts: [host] }])
  expect(spec.rules[0].host).toBe(host)
  expect(() => render('ingress.yaml', { ingress: { enabled: true } })).toThrow('Set ingress.host')
})

test('what Helm prints after an installation leads to the first account', () => {
  const notes = renderText('NOTES.txt')
  expect(notes).toContain('https://answers.example.com')
  expect(notes).toContain('--namespace answers logs deployment/footnote-api | grep setup_url')
  expect(notes).toContain('Route the host')
  const others = renderText('NOTES.txt', {
    adminPort: 9000,
    ingress: { enabled: true, host: 'answers.example.com' },
  })
  expect(others).not.toContain('Route the host')
  expect(others).toContain('port-forward service/footnote 9000')
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
  const [cluster] = getManifests(read('cluster/cloudnative-pg.yaml'))
  const pods = ['api.yaml', 'worker.yaml']
    .flatMap((file) => render(file))
    .filter(({ kind }) => kind === 'Deployment')
  const surge = pods.map(({ spec }) => spec.strategy.rollingUpdate.maxSurge)
  expect(surge).toEqual([1, 1])
  const processes = defaults.api.maxReplicas + defaults.worker.replicas + surge.length
  const perProcess = getConnections(Environment.shape.DATABASE_CONNECTIONS.parse(undefined))
  const { max_connections } = cluster.spec.postgresql.parameters
  expect(Number(max_connections)).toBeGreaterThan(processes * perProcess)
  // In the guide’s words.
  const guide = readFileSync(join(DEPLOY, '../docs/guides/operations.md'), 'utf8')
  expect(guide).toContain(`${perProcess} each`)
  expect(guide).toContain(`${max_connections} for the`)
})
