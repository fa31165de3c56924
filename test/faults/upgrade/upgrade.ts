import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { createKnowledge, putPages, untilIndexed } from '../../support/knowledge.ts'
import type { Nginx } from '../../support/network/nginx.ts'
import { startNginxWith } from '../../support/network/nginx.ts'
import type { Service } from '../../support/service.ts'
import { startService } from '../../support/service.ts'
import { withSuppliedVectors } from '../../../bench/lib/data/with-supplied-vectors.ts'
import { withServers } from '../../../bench/lib/database.ts'
import type { Figures } from '../../../bench/lib/figures.ts'
import { rounded, writeResults } from '../../../bench/lib/figures.ts'
import { printTable } from '../../../bench/lib/table.ts'
import type { Load } from '../workspaces/use-workspace.ts'
import { findLost, startLoad } from '../workspaces/use-workspace.ts'
import { buildService } from '../../../bench/lib/build-service.ts'
import type { Build } from './older-build.ts'
import { buildCommit, migrateWith, withoutChecks } from './older-build.ts'
import { commitBefore, migrationsAt } from './older-commit.ts'

const USAGE = `Usage: npm run chaos -- upgrade [--short] [--from COMMIT]

Upgrades from an older version and back while it is asked, searched, rated and written to through nginx:
the old version, its database migrated by the new one, both side by side, the new one alone, and the old
one again on the new schema. No request may fail, and all that was acknowledged must be there at the end.

  --short        5 s for each phase instead of 30; writes no results
  --from COMMIT  the older version; unless given, the newest commit that lacks 3 of today's migrations,
                 or the oldest with the schema of 0.1

A table for people comes first; the last line is one JSON object. A full run also writes
bench/results/upgrade.json.`

const MIGRATIONS_BETWEEN = 3
const PAGE = '# Keys\n\nReset a key under Settings, then copy the new key.'
const INDEXING_TIMEOUT_MS = 300_000

type Version = 'old' | 'new'
type Builds = Record<Version, Build>

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      from: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const from = values.from ?? commitBefore(MIGRATIONS_BETWEEN)
  const commands = { old: buildCommit(from), new: buildService() }
  const figures = await withSuppliedVectors(
    ({ env }) =>
      withServers(({ ownerUrl }) => {
        const build = (cli: string): Build => ({ cli, databaseUrl: ownerUrl, env })
        const builds = { old: build(commands.old), new: build(commands.new) }
        return upgradeAndBack(builds, from, values.short ? 5_000 : 30_000)
      }),
    'words',
  )
  if (!values.short) {
    console.log(`Written: ${await writeResults('upgrade', { run: never }, figures)}`)
  }
  console.log(JSON.stringify({ bench: 'upgrade', short: values.short, ...figures }))
  return figures.failed === 0 && figures.lost === 0 ? 0 : 1
}

const never = () => Promise.reject(new Error('This is a command of its own.'))

async function upgradeAndBack(builds: Builds, from: string, phaseMs: number) {
  migrateWith(builds.old)
  const slots = await openSlots(builds)
  try {
    const docs = await createKnowledge(slots.first())
    const page = { url: 'https://docs.example.com/keys', content: PAGE }
    await putPages(slots.first(), docs.knowledgeBaseId, [page])
    let phase = 'old'
    const started = startLoad(slots.edge.baseUrl, docs, () => phase)
    const { load } = started
    const during = async (name: string, change: () => void | Promise<void>) => {
      phase = name
      await change()
      await sleep(phaseMs)
      console.log(
        `${name}: ${load.requests[name]} requests, ${load.failures.length} failures so far`,
      )
    }
    try {
      await during('old', () => undefined)
      await during('migrated by the new', () => migrate(builds.new))
      await during('both', () => slots.replace(1, 'new'))
      await during('new', () => slots.replace(0, 'new'))
      await during('both, on the way back', () => slots.replace(1, 'old'))
      await during('old again', () => slots.replace(0, 'old'))
    } finally {
      await started.stop()
    }
    await untilIndexed(slots.first(), docs.knowledgeBaseId, INDEXING_TIMEOUT_MS)
    return await report(builds.old.databaseUrl, from, load)
  } finally {
    await slots.close()
  }
}

/** In a process of its own, while the load goes on. */
async function migrate({ cli, databaseUrl }: Build): Promise<void> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [cli, 'migrate'], { env })
}

/** Two places behind nginx, each with an API process and a worker of one version. */
async function openSlots(builds: Builds) {
  type Slot = { api: Service; worker: Service }
  const start = async (version: Version): Promise<Slot> => {
    const build = builds[version]
    const api = withoutChecks(await startService({ ...build, command: 'api' }))
    return { api, worker: await startService({ ...build, command: 'worker' }) }
  }
  const slots: [Slot, Slot] = [await start('old'), await start('old')]
  const serving = (of: readonly Slot[]) => (port: number) =>
    `upstream footnote {
    ${of.map(({ api }) => `server ${api.baseUrl.replace('http://', '')};`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://footnote; }
  }`
  const edge: Nginx = await startNginxWith(serving(slots))
  return {
    edge,
    first: () => slots[0].api,
    /** As an operator does it: start the other version, tell nginx, and only then stop the former. */
    async replace(place: 0 | 1, version: Version): Promise<void> {
      const former = slots[place]
      slots[place] = await start(version)
      await edge.reload(serving(slots))
      const codes = await Promise.all([former.api.stop(), former.worker.stop()])
      if (codes.some((code) => code !== 0)) throw new Error(`Processes ended with ${codes.join()}`)
    },
    async close(): Promise<void> {
      await edge.close()
      await Promise.all(slots.flatMap(({ api, worker }) => [api.kill(), worker.kill()]))
    },
  }
}

async function report(ownerUrl: string, from: string, load: Load) {
  const { messages, ratings, urls, failures, timesMs } = load
  const lost = await findLost(ownerUrl, load)
  const migrations = { before: migrationsAt(from).length, now: migrationsAt('HEAD').length }
  const figures = {
    from,
    migrations,
    requests: load.requests,
    failed: failures.length,
    failures: failures.slice(0, 20),
    acknowledged: { answers: messages.length, ratings: ratings.length, documents: urls.length },
    lost: lost.length,
    requestMsP50: rounded(percentile(timesMs, 0.5)),
    requestMsMost: rounded(Math.max(...timesMs)),
  } satisfies Figures
  printTable(
    `From ${from} with ${migrations.before} migrations to ${migrations.now}, and back`,
    ['phase', 'requests', 'failed'],
    Object.entries(load.requests).map(([name, count]) => [
      name,
      count,
      failures.filter(({ phase }) => phase === name).length,
    ]),
  )
  const acknowledged = messages.length + ratings.length + urls.length
  console.log(`\n${acknowledged} writes acknowledged, ${lost.length} lost`)
  return figures
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
