import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'rolldown'
import { ENTRY_POINTS } from '../server/src/platform/application-files.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'build')

/** Packages that have native code, or that are found by their path. */
const NOT_BUNDLED = ['eld', 'onnxruntime-node', 'playwright-core'] as const
/** Tried by pg, and not installed. */
const ABSENT = 'pg-native'

/** What it reads besides its code. The docs and the scripts are for `footnote demo`. */
const FILES = [
  'LICENSE',
  'console/dist',
  'docs',
  'scripts/lib/services-postgres',
  'scripts/lib/services-redis',
  'scripts/models',
  'scripts/services',
  'server/migrations',
  'server/package.json',
  'widget/dist',
]

await rm(FOLDER, { recursive: true, force: true })
await build({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(
    Object.values(ENTRY_POINTS).map((path) => [basename(path, '.ts'), path]),
  ),
  external: [...NOT_BUNDLED, ABSENT].map((name) => new RegExp(`^${name}(/|$)`)),
  output: { dir: FOLDER, format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
  logLevel: 'warn',
  // Of a function that the HTTP framework of the OAuth provider makes of its arguments' names.
  checks: { eval: false },
})

for (const path of FILES) await cp(join(ROOT, path), join(FOLDER, path), { recursive: true })

const { version, engines, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
const { dependencies } = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8'))
const manifest = {
  name: '@footnote/cli',
  version,
  description: 'Answers questions from your documentation, with a source for every sentence.',
  license,
  type: 'module',
  bin: { footnote: './main.js' },
  engines,
  dependencies: Object.fromEntries(NOT_BUNDLED.map((name) => [name, dependencies[name]])),
}
await writeFile(join(FOLDER, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
