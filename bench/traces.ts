import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { publicPath } from '../test/acceptance/support/wire.ts'
import type { Service } from '../test/support/service.ts'
import { startService } from '../test/support/service.ts'
import { createKey } from './lib/answers/corpus-service.ts'
import type { StepCosts } from './lib/load/traced-steps.ts'
import { measureSteps } from './lib/load/traced-steps.ts'
import { openModel } from './lib/data/vector-cache.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import { treeCpuMs } from './lib/process-cpu.ts'
import { indexSet } from './lib/sets/index-set.ts'
import { readOwnSet } from './lib/sets/own-set.ts'
import { printTable } from './lib/table.ts'

/** Short rounds: other work on the machine changes from one second to the next, and hits four in a row alike. */
const FULL = { rounds: 20, answers: 25 }
const SHORT = { rounds: 5, answers: 25 }
const AT_ONCE = 4
/** Code that has run often is compiled. */
const WARM_UP = 100
const STEP_ROUNDS = 20

const HOOK = new URL('./lib/load/untraced-hook.ts', import.meta.url).href

const VARIANTS = {
  without: { NODE_OPTIONS: `--import=${HOOK}` },
  off: {},
  'a tenth': { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
  all: { OTEL_TRACES_SAMPLER: 'always_on' },
} as const

type Variant = keyof typeof VARIANTS
const NAMES = ['without', 'off', 'a tenth', 'all'] as const satisfies readonly Variant[]

type Round = { cpuMs: number; timesMs: number[] }

/** What traces cost an answer without a model: four services over one database, in turns. */
export async function run({ short, modelDir }: BenchOptions): Promise<Figures> {
  const { rounds, answers } = short ? SHORT : FULL
  const set = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
  const questions = set.queries.map(({ text }) => text)
  const embedder = await openModel(modelDir)
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const deps = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
        const index = await indexSet(roles, deps, set)
        const clientKey = await createKey(roles, index)
        await using receiver = await startReceiver()
        const steps = await measureSteps(receiver.url, STEP_ROUNDS)
        printSteps(steps)
        const reader = { knowledgeBaseId: index.caller.knowledgeBaseId, clientKey }
        await using services = await startServices(roles.ownerUrl, modelDir, receiver.url)
        for (const name of NAMES)
          await askMany(services.of(name), reader, pick(questions, 0, WARM_UP)).catch(
            () => undefined,
          )
        const measured: Record<Variant, Round[]> = { without: [], off: [], 'a tenth': [], all: [] }
        for (let round = 0; round < rounds; round += 1) {
          const asked = pick(questions, round * answers, answers)
          const ofAll = new Map<Variant, Round>()
          try {
            // Another one begins each round, so that none always runs behind the same.
            for (const [at] of NAMES.entries()) {
              const name = NAMES[(at + round) % NAMES.length] ?? 'without'
              ofAll.set(name, await askMany(services.of(name), reader, asked))
            }
          } catch (error) {
            // The machine was too busy for an answer, so the round says nothing of any of them.
            console.error(String(error).slice(0, 100))
            continue
          }
          for (const [name, figures] of ofAll) measured[name].push(figures)
        }
        return report(measured, steps, receiver.received())
      }),
    )
  } finally {
    await embedder.close()
  }
}

const pick = (questions: readonly string[], from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => questions[(from + at) % questions.length] ?? '')

type Reader = { knowledgeBaseId: string; clientKey: string }

/** The CPU time of the service for each answer, and how long each took. */
async function askMany(service: Service, reader: Reader, asked: string[]): Promise<Round> {
  const url = `${service.baseUrl}${publicPath(reader.knowledgeBaseId, 'chat')}`
  const headers = { 'content-type': 'application/json', 'x-client-key': reader.clientKey }
  const processId = service.process.pid ?? 0
  const before = treeCpuMs([processId])
  const timesMs: number[] = []
  const left = asked.values()
  const client = async () => {
    for (const query of left) {
      const startedMs = performance.now()
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      })
      const text = await response.text()
      if (!text.includes('"done":true')) throw new Error(`No answer to "${query}": ${text}`)
      timesMs.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return { cpuMs: (treeCpuMs([processId]) - before) / asked.length, timesMs }
}

/** From their source, because the one that traces are taken out of is not built. */
async function startServices(databaseUrl: string, modelDir: string, endpoint: string) {
  const started = new Map<Variant, Service>()
  for (const name of NAMES) {
    const isOn = 'OTEL_TRACES_SAMPLER' in VARIANTS[name]
    const service = await startService({
      databaseUrl,
      command: 'api',
      cli: join(ROOT, 'cli/src/main.ts'),
      env: {
        EMBEDDING_MODEL_DIR: modelDir,
        LOG_LEVEL: 'info',
        ...VARIANTS[name],
        ...(isOn ? { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } : {}),
      },
    })
    started.set(name, service)
  }
  return {
    of(name: Variant): Service {
      const service = started.get(name)
      if (!service) throw new Error(`The service ${name} was not started`)
      return service
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(started.values(), (service) => service.kill()))
    },
  }
}

/** Takes what is sent, and reads none of it. */
async function startReceiver() {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume().on('end', () => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function printSteps(steps: StepCosts): void {
  printTable(
    'CPU ms of the steps of an answer, with nothing in them, more than without traces',
    ['traced', 'more CPU ms', '95 % between'],
    Object.entries(steps).map(([name, costs]) => [
      name,
      median(costs).toFixed(4),
      medianBetween(costs)
        .map((each) => each.toFixed(4))
        .join(' … '),
    ]),
  )
}

/** Each round is compared with the same round without traces; the middle of those is the figure, with its error. */
function report(measured: Record<Variant, Round[]>, steps: StepCosts, exports: number): Figures {
  if (exports === 0) throw new Error('No trace was sent')
  const rows = NAMES.map((name) => {
    const rounds = measured[name]
    const ratios = rounds.map(({ cpuMs }, at) => cpuMs / (measured.without[at]?.cpuMs ?? 0))
    const times = rounds.flatMap(({ timesMs }) => timesMs)
    return {
      name,
      cpuMs: rounded(median(rounds.map(({ cpuMs }) => cpuMs))),
      moreCpu: rounded(median(ratios) - 1),
      between: medianBetween(ratios).map((ratio) => rounded(ratio - 1)),
      p50Ms: rounded(percentile(times, 0.5)),
      p99Ms: rounded(percentile(times, 0.99)),
    }
  })
  printTable(
    'An answer without a model, by how many are traced',
    ['traced', 'CPU ms', 'more CPU', '95 % between', 'p50 ms', 'p99 ms'],
    rows.map(({ name, cpuMs, moreCpu, between, p50Ms, p99Ms }) => [
      name,
      cpuMs,
      `${(100 * moreCpu).toFixed(1)} %`,
      between.map((each) => `${(100 * each).toFixed(1)} %`).join(' … '),
      p50Ms,
      p99Ms,
    ]),
  )
  return {
    rounds: measured.off.length,
    exports,
    stepsCpuMs: Object.fromEntries(
      Object.entries(steps).map(([name, costs]) => [
        name,
        { more: rounded(median(costs)), between: medianBetween(costs).map(rounded) },
      ]),
    ),
    traced: Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])),
  }
}

const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * Where the median is with 95 % confidence, whatever the values are spread like: each is as likely above
 * it as below, so its place among the sorted ones is half of them, give or take a standard error of √n / 2.
 */
function medianBetween(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  const reach = (1.96 * Math.sqrt(sorted.length)) / 2
  const at = (place: number) =>
    sorted[Math.min(Math.max(place, 0), sorted.length - 1)] ?? Number.NaN
  return [at(Math.floor(sorted.length / 2 - reach) - 1), at(Math.ceil(sorted.length / 2 + reach))]
}
