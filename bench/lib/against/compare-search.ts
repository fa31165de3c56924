import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { startService } from '../../../test/support/service.ts'
import { runSql, withServers } from '../database.ts'
import { withSuppliedVectors } from '../data/with-supplied-vectors.ts'
import type { Figures } from '../figures.ts'
import { rounded } from '../figures.ts'
import { loadOverHttp } from '../load/http-load.ts'
import type { BenchOptions } from '../options.ts'
import { readSet, shorten } from '../sets/sets.ts'
import { printTable } from '../table.ts'
import { buildCommit, buildThis } from './older-build.ts'
import { cpuMs } from './process-cpu.ts'
import { compareReplies, type Reply } from './replies.ts'
import type { Build, Filled } from './search-builds.ts'
import { copyDatabase, fill, migrateWith, searchOf, watchBackends } from './search-builds.ts'
import { openWireCounter, type WireCount } from './wire-counter.ts'

const SIZE = {
  full: { clients: 4, rounds: 6, seconds: 8, queries: 300 },
  short: { clients: 4, rounds: 2, seconds: 3, queries: 60 },
}
const SHORT_SET = { documents: 300, queries: 60 }
/** How many searches are counted on the wire, after those that prepare the service. */
const COUNTED = 20
/** So many that the service has made its copy of the vectors. */
const PREPARING = 60

type Turn = { perSecond: number; p99Ms: number; nodeMs: number; postgresMs: number }
type Measured = { turns: Turn[]; replies: Reply[]; wire: WireCount }

/**
 * `/search` of an older build and of this one, in turns in one run, with questions whose vectors are
 * cached. The older build indexes the set; this one serves a copy of its database, migrated. Vectors
 * come from words, since no figure here depends on a model.
 */
export async function compareSearch(options: BenchOptions, commit: string): Promise<Figures> {
  const whole = await readSet(options.dataDir, 'scifact')
  if (!whole) return { skipped: `no scifact in ${options.dataDir}` }
  const size = options.short ? SIZE.short : SIZE.full
  const set = options.short ? shorten(whole, SHORT_SET) : whole
  const texts = set.queries.slice(0, size.queries).map(({ text }) => text)
  const commands = { before: buildCommit(commit), now: buildThis() }
  return withSuppliedVectors(
    ({ env }) =>
      withServers(async ({ ownerUrl }) => {
        const before = { cli: commands.before, databaseUrl: ownerUrl, env }
        migrateWith(before)
        const filled = await fill(before, set)
        const now = {
          ...before,
          cli: commands.now,
          databaseUrl: await copyDatabase(ownerUrl, 'now'),
        }
        migrateWith(now)
        for (const { databaseUrl } of [before, now]) await runSql(databaseUrl, 'vacuum analyze')
        const measured = await measure({ before, now }, filled, texts, size)
        return summarise(commit, filled.passages, texts.length, size.clients, measured)
      }),
    'words',
  )
}

async function measure(
  builds: { before: Build; now: Build },
  filled: Filled,
  texts: readonly string[],
  { clients, rounds, seconds }: (typeof SIZE)['full'],
): Promise<{ before: Measured; now: Measured }> {
  const open = async (build: Build) => {
    const wire = await countOnTheWire(build, filled, texts)
    const service = await startService({ ...build, command: 'api' })
    const search = searchOf(service, filled)
    const replies = await askEach(search, texts)
    return { build, service, search, replies, wire, turns: [] as Turn[] }
  }
  const before = await open(builds.before)
  const now = await open(builds.now)
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Neither build always comes second.
      for (const each of round % 2 === 0 ? [before, now] : [now, before]) {
        const serviceIds = [each.service.process.pid ?? 0]
        const postgresTime = await watchBackends(each.build.databaseUrl)
        const nodeMs = cpuMs(serviceIds)
        let next = 0
        const nextBody = () => JSON.stringify({ query: texts[next++ % texts.length] ?? '' })
        const load = await loadOverHttp(each.search, nextBody, { clients, seconds })
        const spentMs = cpuMs(serviceIds) - nodeMs
        each.turns.push({
          perSecond: load.perSecond,
          p99Ms: load.p99Ms,
          nodeMs: spentMs / load.requests,
          postgresMs: (await postgresTime()) / load.requests,
        })
      }
    }
    return { before, now }
  } finally {
    await before.service.kill()
    await now.service.kill()
  }
}

async function askEach(
  { url, headers }: ReturnType<typeof searchOf>,
  texts: readonly string[],
): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const query of texts) {
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })
    if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`)
    replies.push((await reply.json()) as Reply)
  }
  return replies
}

async function countOnTheWire(build: Build, filled: Filled, texts: readonly string[]) {
  const counter = await openWireCounter(build.databaseUrl)
  try {
    await using service = await startService({ ...build, databaseUrl: counter.url, command: 'api' })
    const search = searchOf(service, filled)
    await askEach(search, texts.slice(0, PREPARING))
    const asked = texts.slice(0, COUNTED)
    return await counter.countEach(() => askEach(search, asked), asked.length)
  } finally {
    counter.close()
  }
}

function summarise(
  commit: string,
  passages: number,
  queries: number,
  clients: number,
  { before, now }: { before: Measured; now: Measured },
): Figures {
  const median = ({ turns }: Measured, of: (turn: Turn) => number) =>
    rounded(percentile(turns.map(of), 0.5))
  const figuresOf = (measured: Measured) => ({
    perSecond: median(measured, ({ perSecond }) => perSecond),
    p99Ms: median(measured, ({ p99Ms }) => p99Ms),
    nodeMs: median(measured, ({ nodeMs }) => nodeMs),
    postgresMs: median(measured, ({ postgresMs }) => postgresMs),
    statements: rounded(measured.wire.statements),
    exchanges: rounded(measured.wire.exchanges),
  })
  const [older, newer] = [figuresOf(before), figuresOf(now)]
  const share = {
    perSecond: rounded(newer.perSecond / older.perSecond),
    p99Ms: rounded(newer.p99Ms / older.p99Ms),
    nodeMs: rounded(newer.nodeMs / older.nodeMs),
    postgresMs: rounded(newer.postgresMs / older.postgresMs),
  }
  const replies = compareReplies(before.replies, now.replies)
  const rounds = now.turns.length
  printTable(
    `Search of ${passages} passages, ${queries} queries, ${clients} clients, median of ${rounds} turns each`,
    ['', 'per second', 'p99 ms', 'Node ms', 'PostgreSQL ms', 'statements', 'exchanges'],
    [
      [commit, ...Object.values(older)],
      ['this', ...Object.values(newer)],
      ['share', ...Object.values(share), '', ''],
    ],
  )
  console.log(
    `Replies: ${replies.same} of ${queries} have the same passages in the same order; scores differ by at most ${replies.largestDifference}.`,
  )
  return {
    against: commit,
    passages,
    queries,
    clients,
    rounds,
    before: older,
    now: newer,
    share,
    replies,
  }
}
