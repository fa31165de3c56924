import type { System, SystemCheck, SystemEvent } from '@footnote/contract/admin/system'
import { systemRoutes as routes } from '@footnote/contract/admin/routes/system-routes'
import type { FastifyPluginAsync } from 'fastify'
import { knownMigrations } from '../../platform/migrations/migrate.ts'
import { createFeed } from '../../platform/feed.ts'
import type { DatabaseFacts } from '../../platform/system-facts.ts'
import { readDatabaseFacts } from '../../platform/system-facts.ts'
import { withinSignal } from '../../platform/within-signal.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import type { OperatorStreams } from './operator-streams.ts'
import { forSeconds } from './operator-streams.ts'

/** People open this page when something hangs, so it must not hang itself. */
const CHECK_MS = 3_000
/** Each read asks the database and Redis how fast they answer. */
const POLL_MS = 10_000
/** A healthy queue is taken from within a second or two. */
const MAX_WAIT_SECONDS = 300

export const systemRoutes =
  (deps: Deps, { streams, feedOptions, send }: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const known = await knownMigrations()
    const feed = createFeed<SystemEvent>({ ...feedOptions, pollMs: POLL_MS })

    const readSystem = async (): Promise<System> => {
      const { operatorDb, pingRedis, version } = deps
      const [facts, redis] = await Promise.all([
        within((signal) => withinSignal(signal, () => readDatabaseFacts(operatorDb))),
        pingRedis ? within((signal) => withinSignal(signal, pingRedis)) : null,
      ])
      const applied = facts?.result.migrations ?? []
      const pending = facts ? known.filter((name) => !applied.includes(name)) : []
      const system: Omit<System, 'checks'> = {
        version,
        migrations: { latest: applied.at(-1) ?? null, applied: applied.length, pending },
        workers: (facts?.result.workers ?? []).map((name) => ({ name })),
        queue: facts?.result.queue ?? null,
        database: describeDatabase(facts),
        redis: pingRedis && { latency_ms: redis?.latencyMs ?? null },
      }
      return { ...system, checks: buildChecks(system) }
    }

    serve(app, routes.getSystem, readSystem)
    serve(app, routes.followSystem, async (request, reply) => {
      const read = async () => ({ ...(await readSystem()), done: false })
      const followed = { key: 'system', first: await read(), read, isLast: () => false }
      using _slot = streams.take()
      await send(request, reply, (signal) =>
        forSeconds(request.query.seconds, signal, (either) => feed.follow(followed, either)),
      )
    })
  }

type Timed<Result> = { result: Result; latencyMs: number }

/** Null when it failed or took too long. */
async function within<Result>(
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Timed<Result> | null> {
  const startedMs = performance.now()
  try {
    const result = await task(AbortSignal.timeout(CHECK_MS))
    return { result, latencyMs: Math.round((performance.now() - startedMs) * 10) / 10 }
  } catch {
    return null
  }
}

const describeDatabase = (facts: Timed<DatabaseFacts> | null): System['database'] => ({
  version: facts?.result.version ?? null,
  pgvector: facts?.result.pgvector ?? null,
  size_bytes: facts?.result.sizeBytes ?? null,
  latency_ms: facts?.result.latencyMs ?? null,
})

function buildChecks({ migrations, workers, queue, database, redis }: Omit<System, 'checks'>) {
  const { version } = database
  const checks: SystemCheck[] = [
    {
      name: 'database',
      ok: version !== null,
      message: version === null ? 'PostgreSQL does not answer.' : `PostgreSQL ${version} answers.`,
    },
  ]
  if (version !== null) {
    const { pending } = migrations
    const wait = queue?.oldest_seconds ?? 0
    checks.push(
      {
        name: 'migrations',
        ok: pending.length === 0,
        message:
          pending.length === 0
            ? 'The schema is up to date.'
            : `Run \`footnote migrate\`: ${pending.length} migrations are missing.`,
      },
      {
        name: 'workers',
        ok: workers.length > 0,
        message:
          workers.length === 0
            ? 'No worker is running, so nothing is indexed.'
            : `${workers.length} ${workers.length === 1 ? 'worker takes' : 'workers take'} jobs.`,
      },
      {
        name: 'queue',
        ok: wait <= MAX_WAIT_SECONDS,
        message: wait === 0 ? 'No job waits.' : `The oldest job has waited for ${wait} s.`,
      },
    )
  }
  if (redis) {
    const ok = redis.latency_ms !== null
    const message = ok
      ? 'Redis answers.'
      : 'Redis does not answer: each process counts its own limits.'
    checks.push({ name: 'redis', ok, message })
  }
  return checks
}
