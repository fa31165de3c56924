import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { createKnowledge } from '../../../test/support/knowledge.ts'
import type { Service } from '../../../test/support/service.ts'
import { startService } from '../../../test/support/service.ts'
import { withSuppliedVectors } from '../data/with-supplied-vectors.ts'
import { runSql, withServers } from '../database.ts'
import { everyNth } from '../every-nth.ts'
import type { Figures } from '../figures.ts'
import { rounded } from '../figures.ts'
import type { BenchOptions } from '../options.ts'
import type { JudgedSet, SetDocument } from '../sets/sets.ts'
import { readSet } from '../sets/sets.ts'
import { printTable } from '../table.ts'
import { storedRows } from './ingested-rows.ts'
import { buildCommit, buildThis } from './older-build.ts'
import { childrenCpuMs, cpuMs } from './process-cpu.ts'
import type { Build } from './search-builds.ts'
import { copyDatabase, putSet, migrateWith, watchBackends, withoutChecks } from './search-builds.ts'
import { openWireCounter, type WireCount } from './wire-counter.ts'

const SIZE = { full: { rounds: 6, pages: 200 }, short: { rounds: 2, pages: 60 } }
/** Puts of these are not measured: they open connections and compile code. */
const WARM_UP_PAGES = 20

type Turn = { perSecond: number; nodeMs: number; parserMs: number; postgresMs: number }
type Measured = { turns: Turn[]; wire: WireCount; rows: string }

/** How pages get into a knowledge base. Returns its passages once all are indexed. */
export type Fill = (
  service: Service,
  knowledgeBaseId: string,
  documents: readonly SetDocument[],
) => Promise<number>

export type FillPlan = {
  title: string
  set: JudgedSet
  rounds: number
  fill: Fill
  env?: Record<string, string>
}

/** Pages put into an older build and into this one: see `compareFilling`. */
export async function compareIngest(options: BenchOptions, commit: string): Promise<Figures> {
  const whole = await readSet(options.dataDir, 'k8s_docs')
  if (!whole) return { skipped: `no k8s_docs in ${options.dataDir}` }
  const size = options.short ? SIZE.short : SIZE.full
  const documents = everyNth(whole.documents, options.pages ?? size.pages)
  return compareFilling(commit, {
    title: 'Ingestion',
    set: { ...whole, documents },
    rounds: size.rounds,
    fill: (service, id, some) => putSet(service, id, { ...whole, documents: some }),
  })
}

/**
 * An older build and this one are filled in turns in one run, with vectors supplied: CPU time a document,
 * what is said on the wire, and whether both stored the same rows. Each build has a copy of one database
 * with the same knowledge bases, so that ids of terms are the same.
 */
export async function compareFilling(commit: string, plan: FillPlan): Promise<Figures> {
  const commands = { before: buildCommit(commit), now: buildThis() }
  return withSuppliedVectors((supplied) =>
    withServers(async ({ ownerUrl }) => {
      const env = { ...supplied.env, ...plan.env }
      const before = { cli: commands.before, databaseUrl: ownerUrl, env }
      migrateWith(before)
      const ids = await createKnowledgeBases(before, plan.rounds + 2)
      const databaseUrl = await copyDatabase(ownerUrl, 'now')
      const now = { ...before, cli: commands.now, databaseUrl }
      migrateWith(now)
      for (const build of [before, now]) await runSql(build.databaseUrl, 'vacuum analyze')
      const measured = await measure({ before, now }, ids, plan)
      return summarise(commit, plan, measured)
    }),
  )
}

async function createKnowledgeBases(build: Build, count: number): Promise<string[]> {
  await using service = withoutChecks(await startService({ ...build, command: 'api' }))
  const ids: string[] = []
  while (ids.length < count) ids.push((await createKnowledge(service)).knowledgeBaseId)
  await service.stop()
  return ids
}

async function measure(
  builds: { before: Build; now: Build },
  [countedId = '', warmUpId = '', ...measuredIds]: readonly string[],
  { set, rounds, fill }: FillPlan,
): Promise<{ before: Measured; now: Measured }> {
  const { documents } = set
  const open = async (build: Build) => {
    const wire = await countOnTheWire(build, countedId, documents, fill)
    const service = withoutChecks(await startService(build))
    await fill(service, warmUpId, documents.slice(0, WARM_UP_PAGES))
    return { build, service, wire, turns: [] as Turn[], rows: '' }
  }
  const before = await open(builds.before)
  const now = await open(builds.now)
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Neither build always comes second.
      for (const each of round % 2 === 0 ? [before, now] : [now, before]) {
        const serviceId = each.service.process.pid ?? 0
        const postgresTime = await watchBackends(each.build.databaseUrl)
        const nodeMs = cpuMs([serviceId])
        const parserMs = childrenCpuMs(serviceId)
        const startMs = performance.now()
        const passages = await fill(each.service, measuredIds[round] ?? '', documents)
        const seconds = (performance.now() - startMs) / 1000
        each.turns.push({
          perSecond: passages / seconds,
          nodeMs: (cpuMs([serviceId]) - nodeMs) / documents.length,
          parserMs: (childrenCpuMs(serviceId) - parserMs) / documents.length,
          postgresMs: (await postgresTime()) / documents.length,
        })
      }
    }
    for (const each of [before, now]) each.rows = await storedRows(each.build.databaseUrl)
    return { before, now }
  } finally {
    await before.service.kill()
    await now.service.kill()
  }
}

/** Also of what polls meanwhile, for the job queue and for this bench. */
async function countOnTheWire(
  build: Build,
  knowledgeBaseId: string,
  documents: readonly SetDocument[],
  fill: Fill,
): Promise<WireCount> {
  const counter = await openWireCounter(build.databaseUrl)
  try {
    await using service = withoutChecks(
      await startService({ ...build, databaseUrl: counter.url, command: 'all' }),
    )
    await fill(service, knowledgeBaseId, documents.slice(0, WARM_UP_PAGES))
    const rest = documents.slice(WARM_UP_PAGES)
    const wire = await counter.countEach(() => fill(service, knowledgeBaseId, rest), rest.length)
    await service.stop()
    return wire
  } finally {
    counter.close()
  }
}

function summarise(
  commit: string,
  { title, set }: FillPlan,
  { before, now }: { before: Measured; now: Measured },
): Figures {
  const pages = set.documents.length
  const figuresOf = ({ turns, wire }: Measured) => {
    const median = (of: (turn: Turn) => number) => rounded(percentile(turns.map(of), 0.5))
    return {
      perSecond: median(({ perSecond }) => perSecond),
      nodeMs: median(({ nodeMs }) => nodeMs),
      parserMs: median(({ parserMs }) => parserMs),
      postgresMs: median(({ postgresMs }) => postgresMs),
      statements: rounded(wire.statements),
      exchanges: rounded(wire.exchanges),
    }
  }
  const [older, newer] = [figuresOf(before), figuresOf(now)]
  const share = {
    perSecond: rounded(newer.perSecond / older.perSecond),
    nodeMs: rounded(newer.nodeMs / older.nodeMs),
    parserMs: rounded(newer.parserMs / older.parserMs),
    postgresMs: rounded(newer.postgresMs / older.postgresMs),
    statements: rounded(newer.statements / older.statements),
    exchanges: rounded(newer.exchanges / older.exchanges),
  }
  const rounds = now.turns.length
  const isSame = before.rows === now.rows
  printTable(
    `${title} of ${pages} pages of k8s_docs, vectors supplied, median of ${rounds} turns each; CPU time, statements and exchanges a document`,
    ['', 'passages/s', 'Node ms', 'parser ms', 'PostgreSQL ms', 'statements', 'exchanges'],
    [
      [commit, ...Object.values(older)],
      ['this', ...Object.values(newer)],
      ['share', ...Object.values(share)],
    ],
  )
  console.log(`Both stored the same rows: ${isSame ? 'yes' : 'NO'}.`)
  return { against: commit, pages, rounds, before: older, now: newer, share, sameRows: isSame }
}
