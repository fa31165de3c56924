import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAsPostgres, runAsPostgresNow } from '../../support/chaos/as-postgres.ts'
import { freePort } from '../../support/network/free-port.ts'
import { runSql, superuserUrl, withServers } from '../../../bench/lib/database.ts'
import { ROOT } from '../../../bench/lib/options.ts'
import { inTemporaryFolder } from '../../../bench/lib/temporary.ts'
import type { BackupType } from './pgbackrest.ts'
import {
  STANZA,
  archivingSettings,
  backupArguments,
  renderConfiguration,
  restoreArguments,
  startOptions,
} from './pgbackrest.ts'

export type Backup = { type: BackupType; seconds: number; bytes: number; repositoryBytes: number }

export type Restored = AsyncDisposable & {
  adminUrl: string
  /** Seconds until its files were in place, and then until its WAL was replayed up to the target. */
  files: number
  replay: number
}

/** A PostgreSQL whose WAL pgBackRest archives. */
export type Archive = {
  version: string
  ownerUrl: string
  adminUrl: string
  backUp(type: BackupType): Promise<Backup>
  /** Resolves once all WAL up to now is in the repository. */
  archiveAll(): Promise<void>
  /** Another server beside this one, as this one was at the time. */
  restore(target: string): Promise<Restored>
  /** Segments of WAL, 16 MiB each, that were archived, and attempts that failed. */
  archived(): Promise<{ segments: number; failed: number }>
}

const ARCHIVE_TIMEOUT_MS = 120_000
const REPLAY_TIMEOUT_MS = 600_000

/** They end whether `work` ends, fails or is interrupted. */
export async function withArchive<Result>(
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const running = new Map<string, () => void>()
  const stopAll = () => running.forEach((stop) => stop())
  return inTemporaryFolder('restore', stopAll, async (folder) => {
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres:', folder])
    const { program, configuration } = filesIn(folder)
    // The user postgres need not be able to enter the folder that it comes from.
    const fetched = execFileSync(join(ROOT, 'scripts/pgbackrest'), { encoding: 'utf8' }).trim()
    copyFileSync(fetched, program)
    return withServers(
      async ({ ownerUrl }) => {
        const { data, sockets, programs } = await readPaths(superuserUrl(ownerUrl))
        const port = Number(new URL(ownerUrl).port)
        const [repository, logs] = [join(folder, 'repository'), join(folder, 'logs')]
        const rendered = renderConfiguration({ repository, logs, data, port, sockets })
        writeFileSync(configuration, rendered)
        return work(await openArchive({ folder, ownerUrl, programs, running }))
      },
      archivingSettings(`${program} --config=${configuration}`),
    )
  })
}

/** pgBackRest itself, and its configuration file. */
const filesIn = (folder: string) => ({
  program: join(folder, 'pgbackrest'),
  configuration: join(folder, 'pgbackrest.conf'),
})

type Opened = {
  folder: string
  ownerUrl: string
  /** The folder of PostgreSQL's programs. */
  programs: string
  /** How to stop each restored server, by its data folder. */
  running: Map<string, () => void>
}

async function openArchive(opened: Opened): Promise<Archive> {
  const { folder, ownerUrl } = opened
  const { program, configuration } = filesIn(folder)
  const adminUrl = superuserUrl(ownerUrl)
  const common = [`--config=${configuration}`, `--stanza=${STANZA}`]
  const env = {
    ...process.env,
    PGPASSWORD: 'postgres',
    PGBACKREST_LOCK_PATH: join(folder, 'locks'),
  }
  const pgbackrest = async (...args: string[]) =>
    (await runAsPostgres(program, [...common, ...args], env)).stdout
  await pgbackrest('stanza-create')
  await pgbackrest('check')
  return {
    version: (await runAsPostgres(program, ['version'])).stdout.trim(),
    ownerUrl,
    adminUrl,
    async backUp(type) {
      const seconds = await timed(() => pgbackrest(...backupArguments(type)))
      const [stanza] = JSON.parse(await pgbackrest('--output=json', 'info')) as Info
      const info = stanza?.backup.at(-1)?.info
      if (!info) throw new Error('pgBackRest knows of no backup')
      return { type, seconds, bytes: info.delta, repositoryBytes: info.repository.delta }
    },
    archiveAll: () => archiveAll(adminUrl),
    async restore(target) {
      const data = join(folder, `restored-${Date.now()}`)
      const files = await timed(() => pgbackrest(...restoreArguments(target, data)))
      return { ...(await startRestored(opened, data)), files }
    },
    async archived() {
      const [row] = await runSql<{ segments: number; failed: number }>(
        adminUrl,
        'select archived_count::int as segments, failed_count::int as failed from pg_stat_archiver',
      )
      return row ?? { segments: 0, failed: 0 }
    },
  }
}

async function startRestored({ ownerUrl, programs, running }: Opened, data: string) {
  const port = await freePort()
  const control = join(programs, 'pg_ctl')
  running.set(data, () => {
    if (!existsSync(join(data, 'postmaster.pid'))) return
    runAsPostgresNow(control, ['stop', `--pgdata=${data}`, '--mode=immediate'])
  })
  const start = ['start', `--pgdata=${data}`, `--log=${data}.log`]
  const replay = await timed(async () => {
    await runAsPostgres(control, [...start, `--options=${startOptions(port)}`])
    await untilReady(join(programs, 'pg_isready'), port, data)
  })
  const url = new URL(superuserUrl(ownerUrl))
  url.port = String(port)
  return {
    adminUrl: url.href,
    replay,
    async [Symbol.asyncDispose]() {
      running.get(data)?.()
      running.delete(data)
      await rm(data, { recursive: true })
    },
  }
}

/** What `pgbackrest info` prints. Delta is what this backup alone had to copy. */
type Info = { backup: { info: { delta: number; repository: { delta: number } } }[] }[]

async function archiveAll(adminUrl: string): Promise<void> {
  const [last] = await runSql<{ segment: string }>(
    adminUrl,
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  const deadline = Date.now() + ARCHIVE_TIMEOUT_MS
  for (;;) {
    const [archiver] = await runSql<{ archived: boolean }>(
      adminUrl,
      'select coalesce(last_archived_wal >= $1, false) as archived from pg_stat_archiver',
      [last?.segment],
    )
    if (archiver?.archived) return
    if (Date.now() > deadline) throw new Error(`${last?.segment} is not archived`)
    await sleep(100)
  }
}

/** It accepts nobody before it has replayed its WAL. If that fails, it ends. */
async function untilReady(program: string, port: number, data: string): Promise<void> {
  const deadline = Date.now() + REPLAY_TIMEOUT_MS
  const isReady = () =>
    runAsPostgres(program, ['--host=127.0.0.1', `--port=${port}`]).then(
      () => true,
      () => false,
    )
  while (!(await isReady())) {
    if (!existsSync(join(data, 'postmaster.pid')) || Date.now() > deadline) {
      throw new Error(await readFile(`${data}.log`, 'utf8'))
    }
    await sleep(100)
  }
}

async function readPaths(adminUrl: string) {
  const [paths] = await runSql<{ data: string; sockets: string; programs: string }>(
    adminUrl,
    `select current_setting('data_directory') as data,
            current_setting('unix_socket_directories') as sockets,
            (select setting from pg_config where name = 'BINDIR') as programs`,
  )
  if (!paths) throw new Error('The server says nothing about itself')
  return paths
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / 1000
}
