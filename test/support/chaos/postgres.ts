import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../../../server/src/platform/migrations/migrate.ts'
import { until } from './load.ts'

const run = promisify(execFile)
const SERVICES = join(import.meta.dirname, '../../../scripts/services')

/** A migrated PostgreSQL cluster of the test's own, which can be killed and restarted. */
export type ChaosPostgres = {
  databaseUrl: string
  /** The superuser's login to the same database. */
  superuserUrl: string
  /** Its data directory and log are in here. */
  folder: string
  /** Sends SIGKILL to the postmaster: no shutdown, no checkpoint. */
  kill(): Promise<void>
  /** Sends SIGSTOP to all its processes: connections stay open, and nothing is answered. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** On the same data and port. Returns when it first accepted a connection. */
  start(): Promise<number>
  stop(): Promise<void>
}

export async function startChaosPostgres({
  dataFolder,
}: {
  /** Where to create its data directory; by default in the temporary folder. */
  dataFolder?: string
} = {}): Promise<ChaosPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-chaos-'))
  const env = {
    ...process.env,
    FOOTNOTE_SERVICES_DIR: directory,
    ...(dataFolder === undefined ? {} : { TMPDIR: dataFolder }),
  }
  const services = async (...command: string[]) => (await run(SERVICES, command, { env })).stdout
  const postmaster = async () => {
    const state = await readFile(join(directory, 'state'), 'utf8')
    return Number(/^postgres_pid=(\d+)$/m.exec(state)?.[1])
  }
  /** The postmaster first, so that it starts no process meanwhile. */
  const signalAll = async (signal: NodeJS.Signals) => {
    const pid = await postmaster()
    process.kill(pid, signal)
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of children.trim().split(' ')) {
      try {
        process.kill(Number(child), signal)
      } catch {
        // Ended meanwhile.
      }
    }
  }
  const stop = async () => {
    await services('down', '--delete')
    await rm(directory, { recursive: true })
  }
  try {
    const printed = await services('up')
    const databaseUrl = /^export DATABASE_URL=(.+)$/m.exec(printed)?.[1] ?? ''
    const superuserUrl = databaseUrl.replace('//footnote:footnote@', '//postgres:postgres@')
    const folder = /^services: running, in (.+)$/m.exec(printed)?.[1] ?? ''
    await migrate(databaseUrl)
    return {
      databaseUrl,
      superuserUrl,
      folder,
      stop,
      async kill() {
        process.kill(await postmaster(), 'SIGKILL')
        await until('the end of PostgreSQL', async () => !(await answers(databaseUrl)), 10_000)
      },
      freeze: () => signalAll('SIGSTOP'),
      thaw: () => signalAll('SIGCONT'),
      async start() {
        const accepting = async () => {
          await until('PostgreSQL', () => answers(databaseUrl), 90_000)
          return performance.now()
        }
        const [acceptedMs] = await Promise.all([accepting(), services('up')])
        return acceptedMs
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function answers(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
