import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseRole } from '../../server/src/platform/database/connection-role.ts'
import type { OpenDatabase } from '../../server/src/platform/database/db.ts'
import { openDatabase } from '../../server/src/platform/database/db.ts'
import { migrate } from '../../server/src/platform/migrations/migrate.ts'
import type { Queue } from '../../server/src/platform/queue.ts'
import { openQueue } from '../../server/src/platform/queue.ts'
import { ROOT } from './options.ts'
import { exported, inTemporaryFolder } from './temporary.ts'

/** A migrated, empty database in a PostgreSQL that nobody else uses. */
export type BenchDatabase = { ownerUrl: string; redisUrl: string }

export const withDatabase = <Result>(
  work: (database: BenchDatabase) => Promise<Result>,
  postgresSettings = '',
): Promise<Result> =>
  withServers(async (database) => {
    await migrate(database.ownerUrl)
    return work(database)
  }, postgresSettings)

/** With a database that nobody has migrated. Brings the servers down whether `work` ends, fails or is interrupted. */
export async function withServers<Result>(
  work: (database: BenchDatabase) => Promise<Result>,
  postgresSettings = '',
): Promise<Result> {
  const services = (folder: string, ...command: string[]) =>
    execFileSync(join(ROOT, 'scripts/services'), command, {
      encoding: 'utf8',
      env: {
        ...process.env,
        FOOTNOTE_SERVICES_DIR: folder,
        FOOTNOTE_POSTGRES_SETTINGS: postgresSettings,
      },
    })
  const stop = (folder: string) => services(folder, 'down', '--delete')
  return inTemporaryFolder('bench', stop, async (folder) => {
    const printed = services(folder, 'up')
    return work({
      ownerUrl: exported(printed, 'DATABASE_URL'),
      redisUrl: exported(printed, 'REDIS_URL'),
    })
  })
}

/** The process of the server, and the folder of its data. */
export async function findPostgres(
  ownerUrl: string,
): Promise<{ processId: number; folder: string }> {
  const [found] = await runSql<{ id: string; folder: string }>(
    superuserUrl(ownerUrl),
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as id, current_setting('data_directory') as folder",
  )
  return { processId: Number(found?.id), folder: found?.folder ?? '' }
}

/** Both roles and a queue that nobody works: what the product's own functions ask for. */
export type Roles = { ownerUrl: string; api: OpenDatabase; worker: OpenDatabase; queue: Queue }

export async function withRoles<Result>(
  { ownerUrl }: BenchDatabase,
  work: (roles: Roles) => Promise<Result>,
): Promise<Result> {
  // The data is thrown away, so commits need not wait for the disk.
  await runSql(ownerUrl, 'alter database footnote set synchronous_commit = off')
  const open = (role: DatabaseRole) =>
    openDatabase({
      url: ownerUrl,
      role,
      maxConnections: 8,
      statementTimeoutMs: 120_000,
      onIdleError: () => undefined,
    })
  const api = open('footnote_api')
  const worker = open('footnote_worker')
  const queue = await openQueue({
    databaseUrl: ownerUrl,
    supervise: false,
    onError: () => undefined,
  })
  try {
    return await work({ ownerUrl, api, worker, queue })
  } finally {
    await queue.stop({ graceful: false })
    await api.db.destroy()
    await worker.db.destroy()
  }
}

export async function runSql<Row extends object>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** The services' superuser. */
export function superuserUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = 'postgres'
  url.password = 'postgres'
  return url.href
}
