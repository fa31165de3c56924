import type { ChildProcess, ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { AdminClient } from '@footnote/client/admin'
import { createAdminClient } from '@footnote/client/admin'
import { checkedFetch } from './check-response.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The `footnote` command: as it is built where scripts/check has built it, otherwise its source. */
export const CLI = process.env['FOOTNOTE_TEST_CLI'] ?? join(ROOT, 'cli/src/main.ts')

export const ADMIN_TOKEN = 'an-admin-token-for-the-tests'
/** As the started service makes keys. */
export const KEY_MAKING = { pepper: 'a pepper for the tests, 32 characters', cell: '00' }

export const MODEL_DIR = process.env['FOOTNOTE_TEST_MODEL_DIR'] ?? join(ROOT, '.models/minilm-int8')

/**
 * For NODE_OPTIONS of a service whose limits by the minute a test means to reach: whether the machine is
 * fast enough for that decides nothing. Services with a low limit have it anyway.
 */
export const LONG_MINUTE = `--import=${new URL('./hooks/long-minute-hook.ts', import.meta.url).href}`

const LIMITS_BY_MINUTE = [
  'RATE_LIMIT_PER_KEY',
  'RATE_LIMIT_PER_ADDRESS',
  'SIGN_IN_ATTEMPTS_PER_MINUTE',
]

/** What is counted in Redis is counted by its clock. */
const meansToReachLimit = (env: Record<string, string>): boolean =>
  env['REDIS_URL'] === undefined &&
  LIMITS_BY_MINUTE.some((name) => Number(env[name] ?? 0) > 0 && Number(env[name]) < 1_000)

export type ServiceOptions = {
  databaseUrl: string
  command?: 'all' | 'api' | 'worker'
  env?: Record<string, string>
  /** Another build's `footnote` command. */
  cli?: string
  /** A command that runs the service, such as a tracer, and becomes it. */
  under?: readonly string[]
}

export type LogLine = Record<string, unknown>

export type Service = AsyncDisposable & {
  baseUrl: string
  admin: AdminClient
  process: ChildProcess
  /** Everything it logged so far. */
  log: LogLine[]
  /** All it wrote besides its log. */
  complaints(): string
  /** SIGTERM, and its exit code once it has ended. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** What every service of a database needs, by its address: what it holds is sealed with a key. */
export const settingsByDatabase = new Map<string, Record<string, string>>()

/** Those that have not ended. */
export const startedServices = new Set<Service>()

/** The service as an operator starts it: a process of its own, its settings in the environment. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { command = 'all', under = [], cli = CLI, env = {} } = options
  const [program = process.execPath, ...wrapped] = under
  const own = under.length === 0 ? [] : [...wrapped, process.execPath]
  const child = spawn(program, [...own, cli, command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      // From scripts/check: services share their compiled code.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: options.databaseUrl,
      ADMIN_TOKEN,
      KEY_PEPPER: KEY_MAKING.pepper,
      EMBEDDING_MODEL_DIR: MODEL_DIR,
      PORT: '0',
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_ADDRESS: '0',
      MAX_OPEN_REQUESTS_PER_ADDRESS: '0',
      // Other work on the machine must not make the load limiter refuse anyone.
      MIN_ADAPTIVE_LIMIT: '1000000',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      ...(meansToReachLimit(env) ? { NODE_OPTIONS: LONG_MINUTE } : {}),
      ...settingsByDatabase.get(options.databaseUrl),
      ...env,
    },
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const log: LogLine[] = []
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += String(chunk)))
  const complaints = () => complaint
  const port = await readLog(
    child,
    log,
    complaints,
    command === 'worker' ? 'indexing' : 'listening',
  )
  const baseUrl = `http://127.0.0.1:${port}`
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  const service: Service = {
    baseUrl,
    admin: createAdminClient({ baseUrl, token: ADMIN_TOKEN, fetch: checkedFetch }),
    process: child,
    log,
    complaints,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
  startedServices.add(service)
  void exited.then(() => startedServices.delete(service))
  return service
}

/** Collects the log, and resolves with the port once the service says that it is up. */
function readLog(
  child: ChildProcessByStdio<null, Readable, Readable>,
  log: LogLine[],
  complaints: () => string,
  awaited: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line: LogLine = text.startsWith('{') ? JSON.parse(text) : { msg: text }
      log.push(line)
      if (line['msg'] === awaited) resolve(Number(line['port']))
    })
    child.once('exit', (code) =>
      reject(new Error(`The service ended with ${code}:\n${complaints()}\n${JSON.stringify(log)}`)),
    )
  })
}
