import { parseArgs } from 'node:util'
import { migrate } from '../../../server/src/platform/migrations/migrate.ts'
import { percentile, sleep, until } from '../../support/chaos/load.ts'
import { createKnowledge, untilIndexed } from '../../support/knowledge.ts'
import { startService } from '../../support/service.ts'
import type { Figures } from '../../../bench/lib/figures.ts'
import { writeResults } from '../../../bench/lib/figures.ts'
import { printTable } from '../../../bench/lib/table.ts'
import type { Cluster, FaultKind } from './cluster.ts'
import { withCluster } from './cluster.ts'
import type { ServiceClients } from './service-clients.ts'
import { startServiceClients } from './service-clients.ts'
import type { SqlClients } from './sql-clients.ts'
import { startSqlClients } from './sql-clients.ts'
import { countLost } from './stored.ts'
import type { FaultRow, Outcome } from './verdict.ts'
import { isRetryable, longestGapMs, shortfalls } from './verdict.ts'

const KINDS: readonly FaultKind[] = [
  'postmaster-killed',
  'host-lost',
  'switchover',
  'host-frozen',
  'standby-killed',
  'patroni-frozen',
  'partition',
  'lagging-host-lost',
]
const SHORT: readonly FaultKind[] = ['postmaster-killed', 'switchover', 'host-lost']
/** What an asynchronous standby cannot survive. */
const CONTROL: readonly FaultKind[] = ['lagging-host-lost']

const USAGE = `Usage: npm run chaos -- failover [--short] [--asynchronous] [--faults N]

Runs the built service over scripts/cluster while clients write and read, and damages the database in
eight ways in turn. Afterwards every acknowledged write must be there.

  --short         three faults; writes no results
  --asynchronous  the control: standbys follow without being waited for, so writes must be lost
  --faults N      how many; 32 unless given

A table for people comes first; the last line is one JSON object. A full run also writes
bench/results/failover.json.`

type Run = { cluster: Cluster; sql: SqlClients; service: ServiceClients }

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      asynchronous: { type: 'boolean', default: false },
      faults: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const { short, asynchronous } = values
  const kinds = asynchronous ? CONTROL : short ? SHORT : KINDS
  const count = Number(values.faults ?? (asynchronous ? 3 : short ? kinds.length : 32))
  const plan = Array.from({ length: count }, (_, at) => kinds[at % kinds.length] ?? 'host-lost')
  const { outcome, figures } = await withCluster({ asynchronous }, (cluster) => run(cluster, plan))
  print(outcome)
  const name = asynchronous ? 'asynchronous' : 'synchronous'
  if (!short) {
    const merged = { merge: (before: Figures, now: Figures) => ({ ...before, ...now }) }
    const bench = { ...merged, run: () => Promise.resolve(figures) }
    console.log(`\nWritten: ${await writeResults('failover', bench, { [name]: figures })}`)
  }
  const lines = asynchronous
    ? outcome.lost > 0
      ? []
      : ['The asynchronous control lost nothing, so this run shows nothing.']
    : shortfalls(outcome, { short })
  for (const line of lines) console.error(line)
  console.log(JSON.stringify({ chaos: 'failover', short, [name]: figures }))
  return lines.length === 0 ? 0 : 1
}

async function run(
  cluster: Cluster,
  plan: readonly FaultKind[],
): Promise<{ outcome: Outcome; figures: Figures }> {
  await migrate(cluster.databaseUrl)
  await using running = await startService({ databaseUrl: cluster.databaseUrl })
  // Also when the run is interrupted.
  process.once('exit', () => running.process.kill('SIGKILL'))
  const knowledge = await createKnowledge(running)
  const sql = await startSqlClients(cluster.superuserUrl)
  const service = startServiceClients(running, knowledge)
  const faults: FaultRow[] = []
  for (const [at, kind] of plan.entries()) {
    const row = await injectFault({ cluster, sql, service }, kind)
    faults.push(row)
    console.log(
      `${at + 1}/${plan.length} ${kind}: gap ${row.gapSeconds} s, promoted ${row.promotedSeconds ?? '-'} s, ` +
        `answers ${row.answersSeconds ?? '-'} s later, healed ${row.healedSeconds} s, ` +
        `${sql.acknowledged.length} writes`,
    )
  }
  await sleep(3_000)
  await service.stop()
  const stored = await sql.stop()
  const lost = await countLost(cluster.superuserUrl, service.promised)
  // The worker came back too: nothing waits for ever.
  await untilIndexed(running, knowledge.knowledgeBaseId)
  const { documents, restricted, answers } = service.promised
  const acknowledged = {
    sql: stored.acknowledged,
    documents: documents.size,
    restrictions: restricted.size,
    answers: answers.length,
    ratings: service.acknowledgedRatings(),
  }
  const refusals = Object.fromEntries(service.refusals)
  const outcome: Outcome = {
    faults,
    acknowledged: sum(Object.values(acknowledged)),
    lost: stored.lost + sum(Object.values(lost)),
    staleReads: stored.staleReads,
    leaks: service.leaks.length,
    unexpected: Object.keys(refusals).filter((refusal) => !isRetryable(refusal)),
  }
  const figures: Figures = {
    faults: faults.length,
    kinds: byKind(faults),
    acknowledged: { ...acknowledged, together: outcome.acknowledged },
    lost: { sql: stored.lost, ...lost, together: outcome.lost },
    reads: {
      sql: stored.reads,
      stale: stored.staleReads,
      searches: service.sent.filter(({ operation, isServed }) => operation === 'search' && isServed)
        .length,
      restricted_text_shown: outcome.leaks,
    },
    refusals,
  }
  return { outcome, figures }
}

const HEALTHY_WITHIN_MS = 240_000

async function injectFault({ cluster, sql, service }: Run, kind: FaultKind): Promise<FaultRow> {
  await until('a healthy cluster', () => cluster.isHealthy(), HEALTHY_WITHIN_MS)
  await sleep(2_000)
  const [leader = ''] = await cluster.leaders()
  const faultMs = performance.now()
  await cluster.fault(kind, leader)
  let promotedMs: number | null = null
  if (kind !== 'standby-killed') {
    const isPromoted = async () => (await cluster.leaders(leader)).length > 0
    await until(`another leader after ${kind}`, isPromoted, HEALTHY_WITHIN_MS)
    promotedMs = performance.now()
  }
  const sinceMs = promotedMs ?? faultMs
  const searched = () => firstServed(service, 'search', faultMs, sinceMs)
  const put = () => firstServed(service, 'put', faultMs, sinceMs)
  const isBack = () =>
    searched() !== undefined &&
    put() !== undefined &&
    sql.acknowledged.some(({ startedMs }) => startedMs > sinceMs)
  await until(`writes after ${kind}`, isBack, HEALTHY_WITHIN_MS)
  await sleep(1_000)
  // A standby's death is noticed later than the next write that began after it.
  if (kind === 'standby-killed') await sleep(5_000)
  const gapMs = longestGapMs(sql.acknowledged, faultMs - 500, performance.now())
  await cluster.repair()
  await until('a healthy cluster', () => cluster.isHealthy(), HEALTHY_WITHIN_MS)
  const answeredMs = Math.max(searched() ?? 0, put() ?? 0)
  return {
    kind,
    promotedSeconds: promotedMs === null ? null : seconds(promotedMs - faultMs),
    gapSeconds: seconds(gapMs),
    answersSeconds: promotedMs === null ? null : seconds(answeredMs - promotedMs),
    healedSeconds: seconds(performance.now() - faultMs),
  }
}

/** When the first request that began after the fault was served, after another moment. */
const firstServed = (
  { sent }: ServiceClients,
  wanted: string,
  faultMs: number,
  afterMs: number,
): number | undefined =>
  sent.find(
    ({ operation, isServed, startedMs, endedMs }) =>
      operation === wanted && isServed && startedMs > faultMs && endedMs > afterMs,
  )?.endedMs

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const byKind = (faults: readonly FaultRow[]): Figures =>
  Object.fromEntries(
    rowsByKind(faults).map(({ kind, rows, gaps, answers }) => [
      kind,
      {
        count: rows.length,
        gap_seconds: spread(gaps),
        answers_after_promotion_seconds: spread(answers),
        healed_seconds: spread(rows.map(({ healedSeconds }) => healedSeconds)),
      },
    ]),
  )

const rowsByKind = (faults: readonly FaultRow[]) =>
  [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    rows,
    gaps: rows.map(({ gapSeconds }) => gapSeconds),
    answers: rows.flatMap(({ answersSeconds }) => answersSeconds ?? []),
  }))

const spread = (values: readonly number[]): Figures | null =>
  values.length === 0 ? null : { median: percentile(values, 0.5), most: Math.max(...values) }

function print({ faults, acknowledged, lost, staleReads, leaks }: Outcome): void {
  printTable(
    'Seconds',
    ['fault', 'times', 'write gap (median)', 'write gap (most)', 'answers after promotion (most)'],
    rowsByKind(faults).map(({ kind, rows, gaps, answers }) => {
      const most = answers.length === 0 ? null : Math.max(...answers)
      return [kind, rows.length, percentile(gaps, 0.5), Math.max(...gaps), most]
    }),
  )
  console.log(
    `\n${acknowledged} acknowledged writes, ${lost} lost; ${staleReads} stale reads, ` +
      `${leaks} replies with restricted text`,
  )
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
