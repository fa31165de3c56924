import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Composition } from './compose.ts'
import { compose } from './compose.ts'
import type { Config, Roles } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import { readLogins } from './config/login-config.ts'
import { readConfig } from './config/config.ts'
import type { Deps } from './http/deps.ts'
import { createOperationsServer } from './http/operations.ts'
import { createServer } from './http/server.ts'
import { CONSOLE_PATHS } from '@footnote/contract/paths'
import { createSetupToken } from './access/operators/setup-links.ts'
import { addListeners, addPorts, CAN_SHARE_PORT, requireFreePort } from './http/load/listeners.ts'
import { findLock } from './parsing/child/lock-child.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { applicationFile } from './platform/application-files.ts'
import type { Migrated, PlannedMigration } from './platform/migrations/migrate.ts'
import { awaitMigrations } from './platform/migrations/await-migrations.ts'
import { migrate, planMigrations as readPlan } from './platform/migrations/migrate.ts'
import { setLogins } from './platform/database/role-logins.ts'
import { examine as examineEnvironment } from './startup/doctor/examine.ts'
import type { DescribeError } from './startup/doctor/explain.ts'
import type { Finding } from './startup/doctor/finding.ts'
import type { NewOwner } from './startup/owners.ts'
import { createOwner, readOwners, recoverOwner } from './startup/owners.ts'
import type { SecretsCommand, SecretsReport } from './startup/secrets-commands.ts'
import { toDigits } from './platform/new-id.ts'
import { MoveError } from './moving/cell-database.ts'
import { abortMove, moveWorkspace } from './moving/move-workspace.ts'
import { runSecretsCommand } from './startup/secrets-commands.ts'

export type { Finding, SecretsReport }
export { ConfigError, toDigits, MoveError }

export type Command = 'api' | 'worker' | 'all'

const ROLES: Record<Command, Roles> = {
  api: { api: true, worker: false },
  worker: { api: false, worker: true },
  all: { api: true, worker: true },
}

/** Time to send the error frames of answers that a shutdown cut off. */
const LAST_FRAMES_MS = 2_000
/** Connections the kernel keeps until they are accepted. Beyond it a client waits seconds to try again. */
const BACKLOG = 4_096
/** How often connections without a request are looked for. */
const IDLE_CONNECTIONS_MS = 100
/** For connections to end, once no job is under way. */
const CLOSING_MS = 5_000

const VERSION: string = JSON.parse(readFileSync(applicationFile('package.json'), 'utf8')).version

/** Brings the database up to date. */
export async function runMigrations(options: { setLogins: boolean }): Promise<Migrated> {
  const url = ownerUrl()
  const logins = options.setLogins ? readLogins(process.env) : []
  const migrated = await migrate(url)
  await setLogins(url, logins)
  return migrated
}

/** Waits until another process has done so; as a role that serves, where it has a login of its own. */
export function waitForMigrations(onWaiting: (reason: string) => void): Promise<void> {
  const { WORKER_DATABASE_URL: url } = process.env
  return awaitMigrations(url === undefined || url === '' ? ownerUrl() : url, onWaiting)
}

/** What `runMigrations` would apply. */
export const planMigrations = (): Promise<PlannedMigration[]> => readPlan(ownerUrl())

/** Moves a workspace from this cell to another, or undoes that as long as the other does not serve it. */
export function move(command: MoveCommand): Promise<void> {
  const { DESTINATION_DATABASE_URL: url, REPLICATION_DATABASE_URL, CELL } = process.env
  if (url === undefined || url === '') throw new ConfigError('DESTINATION_DATABASE_URL is not set.')
  const from = { cell: CELL ?? '00', url: ownerUrl() }
  const { workspaceId, to, isAbort, onProgress } = command
  const sourceUrl = REPLICATION_DATABASE_URL ?? from.url
  const options = { workspaceId, from, to: { cell: to, url }, sourceUrl, onProgress }
  return isAbort ? abortMove(options) : moveWorkspace(options)
}

export type MoveCommand = {
  workspaceId: string
  /** A cell. */
  to: string
  isAbort: boolean
  onProgress: (step: string) => void
}

function ownerUrl(): string {
  const url = process.env['DATABASE_URL']
  if (url === undefined || url === '') throw new ConfigError('DATABASE_URL is not set.')
  return url
}

/** Replaces secrets, or only says what still depends on their previous values. */
export const secrets = (command: SecretsCommand): Promise<SecretsReport> =>
  runSecretsCommand(readConfig(process.env), command)

/** What is wrong with the deployment that the environment describes, and what to do. */
export const examine = (describe: DescribeError): Promise<Finding[]> =>
  examineEnvironment(process.env, describe)

/** For a terminal with the settings of the service: who owns the installation. */
export const owners = {
  list: () => readOwners(readConfig(process.env)),
  create: (owner: NewOwner) => createOwner(readConfig(process.env), owner),
  recover: (owner: Omit<NewOwner, 'name'>) => recoverOwner(readConfig(process.env), owner),
}

/** Where people go once the service listens; `setup` as long as nobody can sign in. */
export type Addresses = { console: string; setup: string | null }

/** Serves until the process is told to stop. */
export async function serve(
  command: Command,
  announce: (addresses: Addresses) => void = () => undefined,
): Promise<void> {
  const config = readConfig(process.env)
  const roles = ROLES[command]
  const parserLock = roles.worker ? await requireParserLock() : 'available'
  const composition = await compose(config, roles, VERSION)
  const { log } = composition
  const listening = await listen(config, composition, command, announce)
  if (roles.worker) {
    await startJobs(composition.workerDeps)
    if (parserLock === 'unsupported') log.warn('the parser process has network access')
    log.info({ role: command }, 'indexing')
  }
  stopOnSignal(config, composition, listening)
}

/** Checked now; otherwise every document would fail later. */
async function requireParserLock(): Promise<'available' | 'unsupported'> {
  const lock = await findLock()
  if (lock !== 'missing') return lock
  throw new ConfigError(
    'prlimit is not installed. Workers use it to take files and the network from the process that ' +
      'parses documents. It is part of util-linux.',
  )
}

/** A worker on its own listens only where the operator gave it a port. */
async function listen(
  config: Config,
  { deps, log }: Composition,
  command: Command,
  announce: (addresses: Addresses) => void,
): Promise<Listening | null> {
  const isApi = ROLES[command].api
  const port = isApi ? config.PORT : config.WORKER_PORT
  if (port === undefined) return null
  const app = await (isApi ? createServer(deps) : createOperationsServer(deps))
  if (port !== 0) await requireFreePort(config.HOST, port)
  const address = { host: config.HOST, port, backlog: BACKLOG, reusePort: CAN_SHARE_PORT }
  await app.listen(address)
  const listeners = [
    await addListeners(app.server, BACKLOG),
    await addPorts(app.server, address, isApi ? deps.ownPorts.map((own) => own.port) : []),
  ]
  const taken = Number(new URL(app.listeningOrigin).port)
  if (isApi) announce(await offerSetup(config, deps, app.listeningOrigin))
  log.info({ port: taken, role: command }, 'listening')
  return {
    app,
    close: async () =>
      void (await Promise.all([app.close(), ...listeners.map((one) => one.close())])),
  }
}

/** A one-time link, with every start until somebody can sign in. */
async function offerSetup(config: Config, deps: Deps, origin: string): Promise<Addresses> {
  const { operatorDb, peppers, log } = deps
  const base = config.PUBLIC_URL ?? origin
  const token = await createSetupToken(operatorDb, peppers.current)
  const setup = token === null ? null : `${base}${CONSOLE_PATHS.setup}#${token}`
  if (setup !== null)
    log.info({ setup_url: setup }, 'nobody can sign in yet: open this link within 24 hours')
  return { console: `${base}${CONSOLE_PATHS.start}`, setup }
}

type Listening = { app: FastifyInstance; close(): Promise<void> }

/** Requests under way finish, within the drain time; then everything closes and the process ends. */
function stopOnSignal(config: Config, composition: Composition, listening: Listening | null): void {
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    composition.log.info({ signal }, 'stopping')
    composition.drain()
    const closed = Promise.resolve(listening?.close())
    // Closing ends the connections that are idle then; one whose answer ends later would stay.
    const closeIdle = () => listening?.app.server.closeIdleConnections()
    const idle = setInterval(closeIdle, IDLE_CONNECTIONS_MS)
    await Promise.race([closed, sleep(config.DRAIN_SECONDS * 1000, undefined, { ref: false })])
    composition.stopStreams()
    await Promise.race([closed, sleep(LAST_FRAMES_MS, undefined, { ref: false })])
    clearInterval(idle)
    // Something that hangs while closing must not keep the process: jobs get the drain time once more.
    const mostMs = config.DRAIN_SECONDS * 1000 + CLOSING_MS
    await Promise.race([composition.close(), sleep(mostMs, undefined, { ref: false })])
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}
