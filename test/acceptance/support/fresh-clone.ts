import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { MODEL_DIR } from '../../support/service.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')

/** What `npm ci` leaves besides packages: its `prepare` builds these. */
const BUILT = ['widget/dist', 'console/dist']

export type FreshClone = {
  readonly folder: string
  /** What a terminal starts with: nothing of this checkout. */
  readonly env: Readonly<Record<string, string>>
  /** Where temporary folders are made. */
  readonly temporary: string
  remove(): Promise<void>
}

/** As much of the documentation as is indexed soon. */
const PAGES = new Set([
  'guides/ai-readable.md',
  'guides/keys-and-groups.md',
  'guides/widgets.md',
  'decisions/0001-engine.md',
])

/**
 * The repository, cloned by git. Two commands find their work done, because tests reach no registry:
 * `npm ci` brings the packages of this checkout, where .ci/run typed it, and `scripts/models` finds the
 * weights in place.
 */
export async function makeFreshClone(): Promise<FreshClone> {
  const home = await mkdtemp(join(tmpdir(), 'footnote-clone-'))
  // PostgreSQL runs as another user, and what is left behind is seen.
  const temporary = join(home, 'tmp')
  await mkdir(temporary)
  await Promise.all([chmod(home, 0o755), chmod(temporary, 0o777)])
  const folder = join(home, 'footnote')
  await run('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, folder])
  await leaveOutPages(folder)
  await cp(MODEL_DIR, join(folder, '.models', basename(MODEL_DIR)), { recursive: true })
  await mkdir(join(home, 'bin'))
  await writeFile(join(home, 'bin/npm'), await npmThatInstalls(folder), { mode: 0o755 })
  const path = (process.env['PATH'] ?? '').split(':').filter((each) => !each.startsWith(ROOT))
  return {
    folder,
    temporary,
    env: {
      PATH: [join(home, 'bin'), ...path].join(':'),
      HOME: home,
      TMPDIR: temporary,
      TERM: 'dumb',
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

async function leaveOutPages(folder: string): Promise<void> {
  const docs = join(folder, 'docs')
  for (const path of await readdir(docs, { recursive: true })) {
    if (path.endsWith('.md') && !PAGES.has(path)) await rm(join(docs, path))
  }
}

/** In place of npm: links the packages of this checkout. Relative links among them lead into the clone. */
async function npmThatInstalls(folder: string): Promise<string> {
  const folders = [
    '.',
    ...(await readdir(ROOT, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ]
  return `#!/bin/bash
set -euo pipefail
[[ $1 == ci ]]
cd ${ROOT}
for each in ${folders.join(' ')}; do
  [[ ! -d $each/node_modules || $each == node_modules ]] ||
    cp --archive --link "$each/node_modules" ${folder}/$each/ 2>/dev/null ||
    cp --archive "$each/node_modules" ${folder}/$each/
done
for each in ${BUILT.join(' ')}; do cp --archive $each ${folder}/$each; done
`
}
