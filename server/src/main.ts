import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Composition, Roles } from './compose.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'
import { createOperationsServer } from './http/operations-server.ts'
import { createServer } from './http/server.ts'
import { startIndexing } from './jobs/index-document.ts'
import { startReembedding } from './jobs/reembed.ts'
import { startStarterRefreshes } from './jobs/refresh-starters.ts'
import { startSyncClock } from './jobs/start-due-syncs.ts'
import { startSweeping } from './jobs/sweep.ts'
import { startSyncing } from './jobs/sync-source.ts'
import { startIndexTending } from './jobs/vector-index.ts'
import { quantiseFolder } from './models/quantise/quantise-folder.ts'
import { migrate } from './platform/migrate.ts'

export { ConfigError, quantiseFolder }

export type Command = 'api' | 'worker' | 'all'

const ROLES: Record<Command, Roles> = {
  api: { api: true, worker: false },
  worker: { api: false, worker: true },
  all: { api: true, worker: true },
}

/** For the frames that tell readers of answers cut off by a shutdown. */
const LAST_FRAMES_MS = 2_000
/** How often connections without a request are looked for. */
const IDLE_CONNECTIONS_MS = 100
/** For connections to end, once no job is under way. */
const CLOSING_MS = 5_000

const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version

/** Brings the database up to date. Returns the names of the migrations that were applied. */
export async function runMigrations(): Promise<string[]> {
  const url = process.env['DATABASE_URL']
  if (url === undefined || url === '') throw new ConfigError('DATABASE_URL is not set.')
  return (await migrate(url)).applied
}

/** Serves until the process is told to stop. */
export async function serve(command: Command): Promise<void> {
  const config = readConfig(process.env)
  const roles = ROLES[command]
  const composition = await compose(config, roles, VERSION)
  const { log } = composition
  const app = await listen(config, composition, command)
  if (roles.worker) {
    await startIndexing(composition.workerDeps)
    await startReembedding(composition.workerDeps)
    await startIndexTending(composition.workerDeps)
    await startStarterRefreshes(composition.workerDeps)
    await startSyncing(composition.workerDeps)
    startSyncClock(composition.workerDeps)
    startSweeping(composition.workerDeps)
    log.info({ role: command }, 'indexing')
  }
  stopOnSignal(config, composition, app)
}

/** A worker on its own listens only where the operator gave it a port. */
async function listen(
  config: Config,
  { deps, log }: Composition,
  command: Command,
): Promise<FastifyInstance | null> {
  const isApi = ROLES[command].api
  const port = isApi ? config.PORT : config.WORKER_PORT
  if (port === undefined) return null
  const app = await (isApi ? createServer(deps) : createOperationsServer(deps))
  await app.listen({ host: config.HOST, port })
  const taken = Number(new URL(app.listeningOrigin).port)
  log.info({ port: taken, role: command }, 'listening')
  return app
}

/** Requests under way finish, within the drain time; then everything closes and the process ends. */
function stopOnSignal(config: Config, composition: Composition, app: FastifyInstance | null): void {
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    composition.log.info({ signal }, 'stopping')
    composition.drain()
    const closed = Promise.resolve(app?.close())
    // Closing ends the connections that are idle then; one whose answer ends later would stay.
    const closeIdle = () => app?.server.closeIdleConnections()
    const idle = setInterval(closeIdle, IDLE_CONNECTIONS_MS)
    await Promise.race([closed, sleep(config.DRAIN_SECONDS * 1000, undefined, { ref: false })])
    composition.stopStreams()
    await Promise.race([closed, sleep(LAST_FRAMES_MS, undefined, { ref: false })])
    clearInterval(idle)
    // Nothing that hangs while it closes keeps the process: jobs have the drain time once more.
    const mostMs = config.DRAIN_SECONDS * 1000 + CLOSING_MS
    await Promise.race([composition.close(), sleep(mostMs, undefined, { ref: false })])
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}
