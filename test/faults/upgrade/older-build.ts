import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createAdminClient } from '@footnote/client/admin'
import { buildService } from '../../../bench/lib/build-service.ts'
import { CACHE_DIR, ROOT } from '../../../bench/lib/options.ts'
import type { Service } from '../../support/service.ts'
import { ADMIN_TOKEN } from '../../support/service.ts'

/** Packages with a `node_modules` of their own where two versions of a package are needed. */
const WORKSPACES = ['contract', 'server', 'sdk', 'cli', 'widget', 'console']

/** A build of the service, and the database it is served from. */
export type Build = { cli: string; databaseUrl: string; env: Record<string, string> }

/**
 * The `footnote` command as a commit had it, built in a folder of its own with the packages installed
 * here. It is kept, so a second run builds nothing.
 */
export function buildCommit(commit: string): string {
  const id = git('rev-parse', '--verify', `${commit}^{commit}`)
  const folder = join(CACHE_DIR, 'builds', id)
  const cli = join(folder, 'build/main.js')
  if (existsSync(cli)) return cli
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync(
    'bash',
    ['-c', 'git archive "$1" | tar --extract --directory="$2"', '-', id, folder],
    {
      cwd: ROOT,
    },
  )
  // Links to the files: @footnote/* are relative links, which must lead into this folder.
  for (const workspace of ['.', ...WORKSPACES]) {
    const packages = join(ROOT, workspace, 'node_modules')
    if (existsSync(packages)) {
      execFileSync('cp', ['--archive', '--link', packages, join(folder, workspace)])
    }
  }
  return buildService(folder)
}

export function migrateWith({ cli, databaseUrl }: Build): void {
  execFileSync(process.execPath, [cli, 'migrate'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Another commit's replies need not fit this contract. */
export const withoutChecks = (service: Service): Service => ({
  ...service,
  admin: createAdminClient({ baseUrl: service.baseUrl, token: ADMIN_TOKEN }),
})

const git = (...command: string[]): string =>
  execFileSync('git', command, { cwd: ROOT, encoding: 'utf8' }).trim()
