import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { runSql, withServers } from '../database.ts'
import type { Figures } from '../figures.ts'
import { rounded } from '../figures.ts'
import { loadAnswers } from '../load/load-answers.ts'
import type { Relay } from '../load/relay-service.ts'
import { withRelay } from '../load/relay-service.ts'
import { printTable } from '../table.ts'
import { buildCommit, buildThis } from './older-build.ts'
import { cpuMs } from './process-cpu.ts'
import { copyDatabase, migrateWith, watchBackends } from './search-builds.ts'
import { openWireCounter } from './wire-counter.ts'

const SIZE = {
  full: { connections: 20, rounds: 6, seconds: 8 },
  short: { connections: 20, rounds: 2, seconds: 3 },
}
/** How many answers are counted on the wire, after as many that prepare the connections. */
const COUNTED = 20

type Turn = { perSecond: number; nodeMs: number; postgresMs: number }
type Wire = { statements: number; exchanges: number }
type Build = { relay: Relay; databaseUrl: string; turns: Turn[] }

/** Answers of 200 pieces by an older build and by this one, in turns in one run. */
export async function compareAnswers(
  commit: string,
  { short }: { short: boolean },
): Promise<Figures> {
  const size = short ? SIZE.short : SIZE.full
  const commands = { before: buildCommit(commit), now: buildThis() }
  return withServers(async ({ ownerUrl }) => {
    const nowUrl = await copyDatabase(ownerUrl, 'now')
    migrateWith({ cli: commands.before, databaseUrl: ownerUrl, env: {} })
    migrateWith({ cli: commands.now, databaseUrl: nowUrl, env: {} })
    for (const url of [ownerUrl, nowUrl]) await runSql(url, 'analyze')
    const wire = {
      before: await countOnTheWire(commands.before, ownerUrl),
      now: await countOnTheWire(commands.now, nowUrl),
    }
    const open = <Result>(
      cli: string,
      databaseUrl: string,
      work: (build: Build) => Promise<Result>,
    ) =>
      withRelay((relay) => work({ relay, databaseUrl, turns: [] }), {
        cli,
        database: { ownerUrl: databaseUrl, servedUrl: databaseUrl },
      })
    return open(commands.before, ownerUrl, (before) =>
      open(commands.now, nowUrl, async (now) => {
        for (const { relay } of [before, now]) await loadAnswers(relay.chat, size)
        for (let round = 0; round < size.rounds; round += 1) {
          // Neither build always comes second.
          for (const build of round % 2 === 0 ? [before, now] : [now, before]) {
            build.turns.push(await measure(build, size))
          }
        }
        return summarise(commit, size, {
          before: { ...wire.before, turns: before.turns },
          now: { ...wire.now, turns: now.turns },
        })
      }),
    )
  })
}

async function measure(
  { relay, databaseUrl }: Build,
  size: { connections: number; seconds: number },
): Promise<Turn> {
  const serviceIds = [relay.service.process.pid ?? 0]
  const postgresTime = await watchBackends(databaseUrl)
  const beforeMs = cpuMs(serviceIds)
  const { answers, perSecond } = await loadAnswers(relay.chat, size)
  const nodeMs = (cpuMs(serviceIds) - beforeMs) / answers
  return { perSecond, nodeMs, postgresMs: (await postgresTime()) / answers }
}

async function countOnTheWire(cli: string, databaseUrl: string): Promise<Wire> {
  const counter = await openWireCounter(databaseUrl)
  const database = { ownerUrl: databaseUrl, servedUrl: counter.url }
  try {
    return await withRelay(
      async ({ chat }) => {
        const askAll = async () => {
          for (let asked = 0; asked < COUNTED; asked += 1) {
            const reply = await fetch(chat.url, { ...chat, method: 'POST' })
            await reply.arrayBuffer()
          }
        }
        await askAll()
        return counter.countEach(askAll, COUNTED)
      },
      { cli, database },
    )
  } finally {
    counter.close()
  }
}

function summarise(
  commit: string,
  { connections, rounds }: { connections: number; rounds: number },
  measured: Record<'before' | 'now', Wire & { turns: Turn[] }>,
): Figures {
  const figuresOf = ({ turns, statements, exchanges }: Wire & { turns: Turn[] }) => {
    const median = (of: (turn: Turn) => number) => rounded(percentile(turns.map(of), 0.5))
    return {
      perSecond: median(({ perSecond }) => perSecond),
      nodeMs: median(({ nodeMs }) => nodeMs),
      postgresMs: median(({ postgresMs }) => postgresMs),
      statements: rounded(statements),
      exchanges: rounded(exchanges),
    }
  }
  const [before, now] = [figuresOf(measured.before), figuresOf(measured.now)]
  const share = {
    perSecond: rounded(now.perSecond / before.perSecond),
    nodeMs: rounded(now.nodeMs / before.nodeMs),
    postgresMs: rounded(now.postgresMs / before.postgresMs),
  }
  printTable(
    `Answers of 200 pieces, ${connections} connections, median of ${rounds} turns each`,
    ['', 'per second', 'Node ms', 'PostgreSQL ms', 'statements', 'exchanges'],
    [
      [commit, ...Object.values(before)],
      ['this', ...Object.values(now)],
      ['share', ...Object.values(share), '', ''],
    ],
  )
  return { against: commit, connections, rounds, before, now, share }
}
