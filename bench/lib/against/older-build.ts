import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE_DIR, ROOT } from '../options.ts'

/** Packages with a `node_modules` of their own where two versions of a package are needed. */
const WORKSPACES = ['contract', 'server', 'sdk', 'cli', 'widget', 'console']

/** The `footnote` command of this tree, built anew. */
export function buildThis(): string {
  build(ROOT)
  return join(ROOT, 'build/main.js')
}

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
  build(folder)
  return cli
}

function build(folder: string): void {
  execFileSync('npm', ['run', '--silent', 'build:service'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const git = (...command: string[]): string =>
  execFileSync('git', command, { cwd: ROOT, encoding: 'utf8' }).trim()
