import type { TableContents } from '../../support/store/workspace-contents.ts'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { runSql } from '../../../bench/lib/database.ts'
import type { Figures } from '../../../bench/lib/figures.ts'
import { rounded } from '../../../bench/lib/figures.ts'
import { printTable } from '../../../bench/lib/table.ts'
import type { Load } from '../workspaces/use-workspace.ts'
import { findLost } from '../workspaces/use-workspace.ts'
import type { Archive, Backup } from './archive.ts'
import type { BroughtBack } from './bring-back.ts'
import { differences, rowsIn } from './moments.ts'

const SEGMENT_BYTES = 16 * 1024 * 1024

export type Seen = {
  archive: Archive
  passages: number
  backups: readonly Backup[]
  rounds: readonly BroughtBack[]
  /** Requests to workspaces that stay in use, and to the one that is brought back. */
  others: Load
  own: readonly Load[]
  /** A workspace that nobody touches. */
  quiet: { before: TableContents[]; after: TableContents[] }
}

export async function report({ archive, passages, backups, rounds, others, own, quiet }: Seen) {
  const [size] = await runSql<{ bytes: number }>(
    archive.adminUrl,
    'select pg_database_size(current_database())::float8 as bytes',
  )
  const archived = await archive.archived()
  const ownFailures = own.flatMap(({ failures }) => failures)
  const { messages, ratings, urls } = others
  const lost = await findLost(archive.ownerUrl, others)
  const figures = {
    pgbackrest: archive.version,
    passages,
    databaseBytes: size?.bytes ?? 0,
    walBytes: archived.segments * SEGMENT_BYTES,
    archiveFailures: archived.failed,
    backups: backups.map((backup) => ({ ...backup, seconds: rounded(backup.seconds) })),
    restores: rounds,
    others: {
      requests: sum(Object.values(others.requests)),
      failed: others.failures.length,
      failures: others.failures.slice(0, 20),
      acknowledged: messages.length + ratings.length + urls.length,
      lost: lost.length,
      requestMsP50: rounded(percentile(others.timesMs, 0.5)),
      requestMsMost: rounded(Math.max(...others.timesMs)),
    },
    untouched: {
      tables: quiet.before.length,
      rows: rowsIn(quiet.before),
      differs: differences(quiet.before, quiet.after),
    },
    own: {
      requests: sum(own.flatMap(({ requests }) => Object.values(requests))),
      failed: ownFailures.length,
      failures: ownFailures.slice(0, 20),
    },
  } satisfies Figures
  const isSound =
    rounds.every(
      ({ restoredDiffers, liveDiffers, answers }) =>
        restoredDiffers.length === 0 && liveDiffers.length === 0 && answers,
    ) &&
    [figures.others.failed, figures.others.lost, figures.own.failed].every(
      (count) => count === 0,
    ) &&
    figures.untouched.differs.length === 0
  print(figures, backups, rounds)
  return { figures, isSound }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

type Printed = {
  pgbackrest: string
  databaseBytes: number
  walBytes: number
  others: { requests: number; failed: number; acknowledged: number; lost: number }
  untouched: { tables: number; rows: number; differs: readonly string[] }
  own: { requests: number; failed: number }
}

function print(
  { pgbackrest, databaseBytes, walBytes, others, untouched, own }: Printed,
  backups: readonly Backup[],
  rounds: readonly BroughtBack[],
): void {
  printTable(
    `${pgbackrest}: a database of ${inMb(databaseBytes)} MB, ${inMb(walBytes)} MB of WAL archived`,
    ['backup', 'seconds', 'MB', 'MB in the repository'],
    backups.map(({ type, seconds, bytes, repositoryBytes }) => [
      type,
      seconds,
      inMb(bytes),
      inMb(repositoryBytes),
    ]),
  )
  printTable(
    'Restored to each point in time, and the workspace moved into the live cell',
    ['point', 'files, s', 'replay, s', 'move, s', 'tables', 'rows', 'differ', 'answers'],
    rounds.map((round) => [
      round.to,
      round.filesSeconds,
      round.replaySeconds,
      round.moveSeconds,
      round.tables,
      round.rows,
      [...new Set([...round.restoredDiffers, ...round.liveDiffers])].join() || 'none',
      round.answers ? 'yes' : 'no',
    ]),
  )
  console.log(`
the other workspace: ${others.requests} requests, ${others.failed} failed; ${others.acknowledged} writes acknowledged, ${others.lost} lost
one that nobody used: ${untouched.tables} tables with ${untouched.rows} rows, ${untouched.differs.length} differ
the one brought back, while it was there: ${own.requests} requests, ${own.failed} failed`)
}

const inMb = (bytes: number): number => Math.round(bytes / 1e5) / 10
