import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, test } from 'vitest'
import type { Manifest } from './chart.ts'
import { defaults, getManifests, merged, renderAll, schema } from './chart.ts'

const VARIATIONS: Readonly<Record<string, Manifest>> = {
  'as it comes': {},
  'with an ingress': {
    ingress: {
      enabled: true,
      className: 'nginx',
      host: 'answers.example.com',
      tlsSecretName: 'tls',
    },
  },
  'with ports of their own': {
    adminPort: 9000,
    metricsPort: 9000,
    monitors: { enabled: true },
    networkPolicy: { metricsFrom: [{ podSelector: { matchLabels: { app: 'prometheus' } } }] },
  },
  'without autoscaler and policy': {
    api: { autoscaling: false, minReplicas: 3 },
    networkPolicy: { enabled: false },
  },
  'with a database of CloudNativePG': {
    database: { owner: { secretName: 'footnote-app', key: 'uri' } },
    imagePullSecrets: [{ name: 'registry' }],
    settings: { ANSWER_PROVIDER: 'openai', ANSWER_MODEL: 'gpt-5-mini' },
  },
  'placed and extended': {
    worker: {
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'spot', operator: 'Exists', effect: 'NoSchedule' }],
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'topology.kubernetes.io/zone', labelSelector: {} },
          ],
        },
      },
      extraEnv: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
      extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
      extraVolumeMounts: [{ name: 'ca', mountPath: '/ca', readOnly: true }],
    },
  },
}

/** Of the Prometheus operator; Kubernetes itself does not know them. */
const FOREIGN = 'monitoring.coreos.com/v1'
const MODELS: Readonly<Record<string, new (manifest: Manifest) => { validate(): void }>> = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
}

test.each(Object.entries(VARIATIONS))('%s, Kubernetes takes every object', (_, changes) => {
  expect(schema.safeParse(merged(defaults, changes)).error).toBeUndefined()
  const { 'NOTES.txt': notes, ...files } = renderAll(changes)
  expect(notes).toContain('setup_url')
  const made = Object.values(files).flatMap(getManifests)
  expect(made.length).toBeGreaterThan(6)
  for (const manifest of made.filter(({ apiVersion }) => apiVersion !== FOREIGN)) {
    const Model = MODELS[manifest.kind]
    if (!Model) throw new Error(`${manifest.kind} is not among the models`)
    const model = new Model(manifest)
    expect(model).toMatchObject({ apiVersion: manifest.apiVersion, kind: manifest.kind })
    expect(() => model.validate(), `${manifest.kind} ${manifest.metadata.name}`).not.toThrow()
  }
})
