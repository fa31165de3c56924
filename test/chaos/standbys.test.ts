import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { changeDocument } from '../../server/src/knowledge/documents.ts'
import type { Db } from '../../server/src/platform/database/db.ts'
import type { Standbys } from '../../server/src/platform/database/standbys.ts'
import { createStandbys } from '../../server/src/platform/database/standbys.ts'
import type { Metrics } from '../../server/src/platform/metrics.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import type { CandidateSource } from '../../server/src/retrieval/candidate-source.ts'
import { retrieve } from '../../server/src/retrieval/retrieve.ts'
import { createStandbySource } from '../../server/src/retrieval/standby-source.ts'
import { checkStandby } from '../../server/src/startup/doctor/check-standbys.ts'
import { startSteeredEmbeddings, steeredBy } from '../support/acceptance.ts'
import { createChance } from '../support/chaos/chance.ts'
import { until } from '../support/chaos/load.ts'
import type { ReplicatedStore } from '../support/chaos/replicated-store.ts'
import { startReplicatedStore } from '../support/chaos/replicated-store.ts'
import type { Standby } from '../support/chaos/standby.ts'
import { buildQuery, embedders, numberedText, PASSAGES } from '../support/store/gated-base.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { startService } from '../support/service.ts'
import { openAs } from '../support/store/seed.ts'
import type { Store } from '../support/store/store.ts'
import { asWorker, storePassages } from '../support/store/store.ts'

const WITHDRAWALS = process.env['CHAOS'] === 'full' ? 300 : 20
const SEARCHES_EACH = 4
const MAX_LAG_MS = 2_000
const TIMEOUT_MS = 500
/** In the text that is withdrawn. */
const MARKER = 'zanzibarite'
const never = new AbortController().signal
const chance = createChance('standbys.test.ts')

let replicated: ReplicatedStore
let store: Store
let first: Standby
let second: Standby
let documentIds: string[]

beforeAll(async () => {
  replicated = await startReplicatedStore()
  store = replicated.store
  documentIds = replicated.documentIds
  ;[first, second] = replicated.standbys
})
afterAll(() => replicated?.stop())

type Searching = { source: CandidateSource; metrics: Metrics; standbys: Standbys }

/** As a process of the service that has just been started. */
function open(...asked: Standby[]): Searching & AsyncDisposable {
  const metrics = createMetrics()
  const standbys = createStandbys({
    primary: store.api.db,
    standbys: asked.map(({ name, databaseUrl }) => ({
      name,
      database: openAs(databaseUrl, 'footnote_api', TIMEOUT_MS),
      maxReads: 8,
    })),
    maxLagMs: MAX_LAG_MS,
    metrics,
  })
  const source = createStandbySource(standbys, TIMEOUT_MS)
  return { source, metrics, standbys, [Symbol.asyncDispose]: () => standbys.close() }
}

async function search(db: Db, { source, metrics }: Partial<Searching> = {}): Promise<string> {
  const query = await buildQuery(store, 'lighthouse sea')
  const deps = { db, embedders, metrics: metrics ?? createMetrics(), source }
  return JSON.stringify(await retrieve(deps, query, never))
}

const servers = async ({ metrics }: Searching): Promise<Map<string, number>> =>
  new Map(
    (await metrics.candidateSearches.get()).values.map(({ labels, value }) => [
      String(labels.server),
      value,
    ]),
  )

const countBy = async (searching: Searching, server: string) =>
  (await servers(searching)).get(server) ?? 0

/** Until the standbys have replayed all that was written, and are known to. */
async function untilUsed(searching: Searching, ...wanted: Standby[]): Promise<void> {
  const before = await servers(searching)
  await until(
    'the standbys',
    async () => {
      await search(store.api.db, searching)
      const now = await servers(searching)
      return wanted.every(({ name }) => (now.get(name) ?? 0) > (before.get(name) ?? 0))
    },
    60_000,
  )
}

/** Marks the text of a page; to finish, the page is restricted, or gets another text. */
async function prepareWithdrawal(turn: number) {
  const id = documentIds[chance.below(documentIds.length, `page ${turn}`)] ?? ''
  const unit = (tx: Parameters<Parameters<typeof asWorker>[1]>[0]) => ({
    tx,
    queue: store.queue,
    tenant: store.tenant,
  })
  const show = (visibility: 'public' | 'restricted') =>
    asWorker(store, (tx) => changeDocument(unit(tx), id, { visibility }))
  const plain = Array.from({ length: PASSAGES }, (_, at) => `lighthouse sea ${numberedText(at)}`)
  const marked = plain.map((text) => `${MARKER} ${text}`)
  await storePassages(store, id, marked)
  return {
    finish: () => (turn % 2 === 0 ? show('restricted') : storePassages(store, id, plain)),
    restore: async () => {
      await storePassages(store, id, [numberedText(turn)])
      await show('public')
    },
  }
}

/** How many searches showed what had been withdrawn before they began. */
async function countShown(searching: Searching, db = store.api.db): Promise<number> {
  let shown = 0
  for (let turn = 0; turn < WITHDRAWALS; turn += 1) {
    const { finish, restore } = await prepareWithdrawal(turn)
    // The standbys that work have what is about to be withdrawn.
    await search(db, searching)
    await finish()
    const replies = await Promise.all(
      Array.from({ length: SEARCHES_EACH }, () => search(db, searching)),
    )
    shown += replies.filter((reply) => reply.includes(MARKER)).length
    await restore()
  }
  return shown
}

test('searches are shared among the standbys, and find what the primary finds', async () => {
  await using searching = open(first, second)
  await untilUsed(searching, first, second)
  const plain = await search(store.api.db)
  for (let turn = 0; turn < 20; turn += 1) expect(await search(store.api.db, searching)).toBe(plain)
  const used = await servers(searching)
  const counts = [first, second].map(({ name }) => used.get(name) ?? 0)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(10)
})

test('what was withdrawn is not shown while replay is paused; without the gate it is', async () => {
  await using searching = open(first)
  await using asIfPrimary = {
    ...openAs(first.databaseUrl, 'footnote_api'),
    [Symbol.asyncDispose]: async () => asIfPrimary.db.destroy(),
  }
  const { finish, restore } = await prepareWithdrawal(0)
  await until('replay', async () => (await search(asIfPrimary.db)).includes(MARKER), 60_000)
  await untilUsed(searching, first)
  await first.pause()
  try {
    const before = await countBy(searching, first.name)
    await finish()
    expect(await search(asIfPrimary.db), 'the control, all on the standby').toContain(MARKER)
    for (let turn = 0; turn < 10; turn += 1)
      expect(await search(store.api.db, searching)).not.toContain(MARKER)
    expect(await countBy(searching, first.name), 'the standby was asked').toBeGreaterThan(before)
  } finally {
    await first.resume()
    await restore()
  }
})

type Fault = {
  begin: (standby: Standby) => Promise<unknown>
  end: (standby: Standby) => Promise<unknown>
}

const FAULTS: Record<string, Fault> = {
  paused: { begin: (standby) => standby.pause(), end: (standby) => standby.resume() },
  'far behind': {
    begin: (standby) => standby.delay(600_000),
    end: (standby) => standby.delay(0),
  },
  'cut off': { begin: (standby) => standby.cutOff(), end: (standby) => standby.reconnect() },
  killed: { begin: (standby) => standby.kill(), end: (standby) => standby.start() },
  frozen: { begin: (standby) => standby.freeze(), end: (standby) => standby.thaw() },
  promoted: { begin: (standby) => standby.promote(), end: (standby) => standby.rebuild() },
}

test.each(Object.entries(FAULTS))(
  'a standby that is %s: nothing withdrawn is shown, no search fails, and it is passed over',
  async (_, { begin, end }) => {
    await using searching = open(first, second)
    await untilUsed(searching, first, second)
    await begin(first)
    try {
      expect(await countShown(searching)).toBe(0)
      await until(
        'it is passed over',
        async () => {
          // Something is written, so that it falls behind.
          await storePassages(store, documentIds[0] ?? '', [numberedText(0)])
          const before = await countBy(searching, first.name)
          for (let turn = 0; turn < 4; turn += 1) await search(store.api.db, searching)
          return (await countBy(searching, first.name)) === before
        },
        60_000,
      )
    } finally {
      await end(first)
    }
    await untilUsed(searching, first, second)
  },
)

test('a standby that is a little behind goes on being asked, and shows nothing withdrawn', async () => {
  await using searching = open(first)
  await untilUsed(searching, first)
  await first.delay(300)
  try {
    const before = await countBy(searching, first.name)
    expect(await countShown(searching)).toBe(0)
    expect(await countBy(searching, first.name)).toBeGreaterThan(before + WITHDRAWALS)
  } finally {
    await first.delay(0)
  }
})

test('without any standby that works, the primary finds what it finds', async () => {
  await using searching = open(first, second)
  await untilUsed(searching, first, second)
  await first.kill()
  await second.freeze()
  try {
    const plain = await search(store.api.db)
    for (let turn = 0; turn < 12; turn += 1)
      expect(await search(store.api.db, searching)).toBe(plain)
    expect(await countBy(searching, 'primary')).toBeGreaterThan(0)
  } finally {
    await second.thaw()
    await first.start()
  }
})

test('doctor says how far a standby is behind, and whether its settings fit', async () => {
  await using asked = {
    ...openAs(first.databaseUrl, 'footnote_api'),
    [Symbol.asyncDispose]: () => asked.db.destroy(),
  }
  const look = () =>
    checkStandby(store.api.db, { name: first.name, database: asked, maxLagMs: 1_000 })
  await expect
    .poll(look)
    .toMatchObject({ state: 'ok', message: expect.stringMatching(/^It follows, \d+ ms behind/) })
  await first.pause()
  try {
    await storePassages(store, documentIds[0] ?? '', [numberedText(0)])
    expect(await look()).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/more than 1 s behind/),
    })
  } finally {
    await first.resume()
  }
  await first.set('hot_standby_feedback', 'off')
  await expect.poll(look).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('hot_standby_feedback = on'),
  })
  await first.set('hot_standby_feedback', 'on')
  await first.set('max_standby_streaming_delay', '-1')
  await expect.poll(look).toMatchObject({ state: 'warning' })
  await first.set('max_standby_streaming_delay', '1s')
})

test('the service asks the standbys that it is told of, and its metrics say so', async () => {
  const embedding = await startSteeredEmbeddings()
  onTestFinished(() => embedding.close())
  await using service = await startService({
    databaseUrl: store.ownerUrl,
    env: {
      ...steeredBy(embedding),
      CANDIDATE_DATABASE_URLS: [store.ownerUrl, first.databaseUrl, second.databaseUrl].join(),
    },
  })
  const knowledge = await createKnowledge(service)
  await putPages(
    service,
    knowledge.knowledgeBaseId,
    Array.from({ length: 110 }, (_, number) => ({
      url: `https://docs.example.com/ship-${number}`,
      content: `# Ship ${number}\n\nShip ${number} sails with the tide of day ${number * 7}.`,
    })),
  )
  const found = async ({ name }: Standby) =>
    (await readMetrics(service)).value('footnote_candidate_searches_total', { server: name })
  await until(
    'both standbys',
    async () => {
      const { results } = await knowledge.client.search({ query: 'Which ship sails on day 21?' })
      expect(results.length).toBeGreaterThan(0)
      return (await found(first)) > 2 && (await found(second)) > 2
    },
    60_000,
  )
  const shown = await (await fetch(`${service.baseUrl}/metrics`)).text()
  for (const { name } of [first, second])
    expect(shown).toContain(`footnote_standby_lag_seconds{server="${name}"}`)
})
