import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionSettings } from '../../../server/src/platform/database/db.ts'
import type { Load, LoadResult } from './http-load.ts'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'

/** pgbench takes at most 128 scripts in one run. */
const MAX_SCRIPTS = 128

/** Each client has its own. A script prepares its statements where this is 0, and sets it to 1. */
export const PREPARED_VARIABLE = 'prepared'

/** Runs the scripts in random order, as the api role, and reads every transaction's time. */
export async function loadWithPgbench(
  databaseUrl: string,
  scripts: readonly string[],
  { clients, seconds }: Load,
): Promise<LoadResult> {
  if (scripts.length > MAX_SCRIPTS) throw new Error(`pgbench takes ${MAX_SCRIPTS} scripts`)
  const directory = mkdtempSync(join(tmpdir(), 'footnote-pgbench-'))
  try {
    const files = scripts.map((script, index) => {
      const file = join(directory, `${index}.sql`)
      writeFileSync(file, script)
      return `--file=${file}`
    })
    execFileSync(
      'pgbench',
      [
        '--no-vacuum',
        `--client=${clients}`,
        '--jobs=1',
        `--define=${PREPARED_VARIABLE}=0`,
        `--time=${seconds}`,
        '--log',
        `--log-prefix=${join(directory, 'log')}`,
        ...files,
        databaseUrl,
      ],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, PGOPTIONS: connectionSettings('footnote_api') },
      },
    )
    const times = readTimes(directory)
    return {
      perSecond: times.length / seconds,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Each line is client, transaction, microseconds, script, …. */
const readTimes = (directory: string): number[] =>
  readdirSync(directory)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
