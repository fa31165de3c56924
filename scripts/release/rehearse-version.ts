import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NAMED_VERSIONS } from '../lib/versions.ts'
import { ROOT } from './packages.ts'

const run = promisify(execFile)

const CHANGESET = `---
'@footnote/cli': minor
---

Rehearse a release.
`

/**
 * Gives a copy of this checkout its next version, as RELEASING.md says, and returns what the release
 * on GitHub would say of it.
 */
export async function rehearseVersion(copy: string): Promise<string> {
  await copyCheckout(copy)
  await writeFile(join(copy, '.changeset/rehearsal.md'), CHANGESET)
  const type = async (program: string, ...args: string[]) =>
    (await run(program, args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 })).stdout
  await type('npm', 'run', '--silent', 'release:version')
  const { version, workspaces }: { version: string; workspaces: string[] } = JSON.parse(
    await readFile(join(copy, 'package.json'), 'utf8'),
  )
  const before = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  if (version === before.version) throw new Error(`The version is ${version} as before.`)
  for (const folder of workspaces) await requireVersion(join(copy, folder), version)
  for (const { file, pattern } of NAMED_VERSIONS) {
    const text = await readFile(join(copy, file), 'utf8')
    const found = Array.from(text.matchAll(pattern), ({ groups }) => groups?.['version'])
    if (found.some((each) => each !== version)) throw new Error(`${file} names ${found.join()}`)
  }
  // Fails where the lock file is not that of the manifests.
  await type('npm', 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund')
  await type('node', 'scripts/check-lockfile.ts')
  const notes = await type('node', 'scripts/release-notes.ts')
  const strayLink = /\]\((?!https:)[^)]*\)/.exec(notes)?.[0]
  if (strayLink !== undefined) throw new Error(`The notes have a link to nowhere: ${strayLink}`)
  return notes
}

async function requireVersion(folder: string, version: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const named = { ...manifest.dependencies, [manifest.name]: manifest.version }
  for (const [name, each] of Object.entries(named)) {
    if (name.startsWith('@footnote/') && each !== version)
      throw new Error(`${manifest.name} names ${name} ${String(each)}, not ${version}`)
  }
}

/** As it stands, committed or not. Its packages are those of this checkout, its own beside them. */
async function copyCheckout(copy: string): Promise<void> {
  const listed = await run(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const paths = listed.stdout.split('\0').filter(Boolean)
  await Promise.all(paths.map((path) => cp(join(ROOT, path), join(copy, path))))
  for (const parent of ['', 'cli', 'server', 'widget']) {
    const packages = join(parent, 'node_modules')
    await mkdir(join(copy, packages))
    for (const name of await readdir(join(ROOT, packages))) {
      const from = join(ROOT, packages, name)
      const to = join(copy, packages, name)
      // Links that lead from node_modules to the folders of the checkout that they are in.
      if (name === '@footnote') await cp(from, to, { recursive: true, verbatimSymlinks: true })
      else await symlink(from, to)
    }
  }
}
