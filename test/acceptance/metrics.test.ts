import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { processMetricNames } from '../../scripts/lib/process-metrics.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { startRerankServer } from '../fakes/rerank-server.ts'
import PACKAGE from '../../package.json' with { type: 'json' }
import { steeredBy } from '../support/acceptance.ts'
import { MODEL_KEY, writtenBy } from '../support/answering.ts'
import { freePort } from '../support/network/free-port.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { startService } from '../support/service.ts'
import { captchaTest, verifiedBy } from './support/captcha.ts'
import { addWaitingJob, GAUGES, SCENARIOS } from './support/metric-scenarios.ts'

/** A service with everything that has metrics: a model, a reranker, CAPTCHA, an unreachable Redis and standby. */
const test = captchaTest
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('reranking', { scope: 'file' }, async ({}, { onCleanup }) => {
    const reranking = await startRerankServer()
    onCleanup(() => reranking.close())
    return reranking
  })
  // oxlint-disable-next-line no-empty-pattern -- as above
  .extend('model', { scope: 'file' }, async ({}, { onCleanup }) => {
    const model = await startModelServer({ apiKey: MODEL_KEY })
    onCleanup(() => model.close())
    return model
  })
  .extend(
    'service',
    { scope: 'file' },
    async ({ database, embeddings, recaptcha, reranking, model }, { onCleanup }) => {
      const env = {
        ...steeredBy(embeddings),
        ...verifiedBy(recaptcha),
        ...writtenBy(model),
        RERANK_URL: reranking.url,
        RERANK_MODEL: 'rerank-small',
        RERANK_TIMEOUT_MS: '10000',
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
        CANDIDATE_DATABASE_URLS: `postgres://footnote@127.0.0.1:${await freePort()}/footnote`,
        RATE_LIMIT_PER_KEY: '100000',
        MIN_ADAPTIVE_LIMIT: '16',
        SECRETS_KEY: 'a key for the tests, 32 characters',
        FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
      }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )

/** What it is has a test of its own. */
const ADAPTIVE_LIMIT = 'footnote_http_adaptive_limit'
/** Has one value. */
const BUILD_INFO = 'footnote_build_info'
/** Is not counted, but measured. */
const OLDEST_JOB = 'footnote_oldest_job_seconds'
/** Goes up and down in sync-events.test.ts, which has a sync that stays under way. */
const SYNC_STREAMS = 'footnote_sync_streams'
/** Is measured in test/chaos/standbys.test.ts, which has standbys. */
const STANDBY_LAG = 'footnote_standby_lag_seconds'

test('every metric of the service has a scenario', async ({ service }) => {
  const ofProcess = processMetricNames()
  const { types } = await readMetrics(service)
  const names = [...types.keys()].filter((name) => !ofProcess.has(name))
  expect(names.toSorted()).toEqual(
    [
      ...Object.keys({ ...SCENARIOS, ...GAUGES }),
      ADAPTIVE_LIMIT,
      SYNC_STREAMS,
      STANDBY_LAG,
      BUILD_INFO,
      OLDEST_JOB,
    ].toSorted(),
  )
})

const cases = Object.entries(SCENARIOS).flatMap(([name, scenarios]) =>
  scenarios.map((scenario) => ({
    name,
    ...scenario,
    shown: Object.values(scenario.labels ?? {}).join(' '),
  })),
)

for (const { name, labels, by, move, shown } of cases) {
  test(`${name} ${shown} is moved by what it names`, async ({
    service,
    knowledge,
    database,
    reranking,
    model,
  }) => {
    const value = async () => (await readMetrics(service)).value(name, labels)
    const before = await value()
    await move({ service, knowledge, database, reranking, model })
    // Some are counted only when the response is through.
    await expect.poll(value).toBeGreaterThanOrEqual(before + by)
  })
}

for (const [name, { labels, open }] of Object.entries(GAUGES)) {
  test(`${name} goes up and down with what it names`, async ({
    service,
    knowledge,
    database,
    reranking,
    model,
  }) => {
    const value = async () => (await readMetrics(service)).value(name, labels)
    const before = await value()
    await using opened = await open({ service, knowledge, database, reranking, model })
    await expect.poll(value).toBe(before + 1)
    await opened[Symbol.asyncDispose]()
    await expect.poll(value).toBe(before)
  })
}

test(`${ADAPTIVE_LIMIT} shrinks while searches take too long`, async ({
  service,
  knowledge,
  embeddings,
}) => {
  const value = async () => (await readMetrics(service)).value(ADAPTIVE_LIMIT)
  const before = await value()
  expect(before).toBeGreaterThan(0)
  embeddings.delay(600_000)
  const leaving = new AbortController()
  // More than the limit never goes below, each given up on after longer than a search may take.
  const searches = Array.from({ length: 40 }, (_, at) =>
    knowledge.client.search({ query: `valve ${at}` }, { signal: leaving.signal }),
  )
  await sleep(3_000)
  leaving.abort()
  await Promise.allSettled(searches)
  embeddings.delay(0)
  await expect.poll(value).toBeLessThan(before)
})

test(`${OLDEST_JOB} is how long the oldest job waits`, async ({ service, database }) => {
  const value = async () => (await readMetrics(service)).value(OLDEST_JOB)
  await using _job = await addWaitingJob({ database })
  expect(await value()).toBeGreaterThanOrEqual(90)
})

test(`${BUILD_INFO} names the version`, async ({ service }) => {
  const { version } = PACKAGE
  expect((await readMetrics(service)).value(BUILD_INFO, { version })).toBe(1)
})

test('the usual process metrics are there', async ({ service }) => {
  const page = await readMetrics(service)
  for (const name of processMetricNames()) expect(page.types.has(name), name).toBe(true)
  expect(page.value('footnote_process_cpu_user_seconds_total')).toBeGreaterThan(0)
  expect(page.value('footnote_process_resident_memory_bytes')).toBeGreaterThan(0)
})
