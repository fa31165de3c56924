import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildClient } from '../../../scripts/lib/build-client.ts'
import { writeWidgetPackage } from '../../../widget/write-package.ts'
import manifest from '../../../package.json' with { type: 'json' }

const run = promisify(execFile)
const MODULES = join(import.meta.dirname, '../../../node_modules')

export type InstalledPackages = { app: string; remove: () => Promise<void> }

/** A folder far from this repository, with the client and the widget installed from their tarballs. */
export async function installPackages(): Promise<InstalledPackages> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-installed-'))
  const app = join(directory, 'app')
  await buildClient(join(directory, 'client'))
  await writeWidgetPackage(join(directory, 'widget'))
  await run('npm', ['pack', './client', './widget'], { cwd: directory })
  await mkdir(app)
  await writeFile(join(app, 'package.json'), '{"name":"app","private":true,"type":"module"}')
  const tarballs = ['client', 'widget'].map((name) => `../footnote-${name}-${manifest.version}.tgz`)
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...tarballs, ...quiet], { cwd: app })
  for (const name of ['react', 'react-dom', 'scheduler']) {
    await symlink(join(MODULES, name), join(app, 'node_modules', name))
  }
  return { app, remove: () => rm(directory, { recursive: true, force: true }) }
}
