import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../../server/src/platform/migrate.ts'
import { until } from './chaos-load.ts'

const run = promisify(execFile)
const SERVICES = join(import.meta.dirname, '../../scripts/services')

/** A PostgreSQL cluster of the test's own, migrated, to be killed and started again. */
export type ChaosPostgres = {
  databaseUrl: string
  /** The superuser's login to the same database. */
  superuserUrl: string
  /** Its data directory and log are in here. */
  folder: string
  /** SIGKILL of the postmaster: no goodbye, no checkpoint. */
  kill(): Promise<void>
  /** On the same data and port. Returns the time at which it took a connection. */
  start(): Promise<number>
  stop(): Promise<void>
}

export async function startChaosPostgres(): Promise<ChaosPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-chaos-'))
  const services = async (command: 'up' | 'down') =>
    (await run(SERVICES, [command], { env: { ...process.env, FOOTNOTE_SERVICES_DIR: directory } }))
      .stdout
  const stop = async () => {
    await services('down')
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
        const state = await readFile(join(directory, 'state'), 'utf8')
        process.kill(Number(/^postgres_pid=(\d+)$/m.exec(state)?.[1]), 'SIGKILL')
        await until('the end of PostgreSQL', async () => !(await answers(databaseUrl)), 10_000)
      },
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
