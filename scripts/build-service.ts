import { cp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'rolldown'
import { ENTRY_POINTS } from '../server/src/platform/application-files.ts'
import { copyRuntimePackages } from './lib/runtime-packages.ts'
import { describeLicences } from './lib/third-party-licences.ts'
import { SERVICE_FILES } from './lib/service-files.ts'
import { serviceManifest } from './lib/service-manifest.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'build')

/** Packages that have native code, or that are found by their path. */
const NOT_BUNDLED = ['eld', 'onnxruntime-node', 'playwright-core'] as const
/** Tried by pg, and not installed. */
const ABSENT = 'pg-native'

await rm(FOLDER, { recursive: true, force: true })
const { output } = await build({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(
    Object.values(ENTRY_POINTS).map((path) => [basename(path, '.ts'), path]),
  ),
  external: [...NOT_BUNDLED, ABSENT].map((name) => new RegExp(`^${name}(/|$)`)),
  output: { dir: FOLDER, format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
  logLevel: 'warn',
  // The HTTP framework of the OAuth provider makes a function of its arguments' names.
  checks: { eval: false },
})

for (const path of SERVICE_FILES) {
  await cp(join(ROOT, path), join(FOLDER, path), { recursive: true })
}

const dependencies = await copyRuntimePackages(
  join(ROOT, 'node_modules'),
  join(FOLDER, 'node_modules'),
  NOT_BUNDLED,
)
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
const copied = Object.keys(dependencies).map((name) => join(ROOT, 'node_modules', name))
await writeFile(join(FOLDER, 'THIRD-PARTY-LICENSES.txt'), describeLicences(modules, copied))
await cp(join(ROOT, 'cli/README.md'), join(FOLDER, 'README.md'))

const manifest = await serviceManifest(dependencies)
await writeFile(join(FOLDER, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
