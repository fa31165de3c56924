import { execFileSync } from 'node:child_process'
import { ROOT } from '../../../bench/lib/options.ts'

const MIGRATIONS = 'server/migrations'

/**
 * The newest commit that lacks at least so many of today's migrations, and has all those before them: a
 * migration that was numbered before another and came after it was in no released version. Where there
 * are not so many, the oldest commit that can be upgraded: the one that began with today's first ones.
 */
export function commitBefore(migrations: number): string {
  const today = migrationsAt('HEAD')
  for (const changed of git('log', '--format=%H', '--', MIGRATIONS).split('\n')) {
    const before = `${changed}^`
    const names = migrationsAt(before)
    if (!names.every((name, at) => name === today[at])) return git('rev-parse', '--short', changed)
    if (names.length <= today.length - migrations) return git('rev-parse', '--short', before)
  }
  throw new Error(`No commit has changed ${MIGRATIONS}.`)
}

export const migrationsAt = (commit: string): string[] =>
  git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`).split('\n')

const git = (...command: string[]): string =>
  execFileSync('git', command, { cwd: ROOT, encoding: 'utf8' }).trim()
