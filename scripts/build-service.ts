import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'rolldown'
import { ENTRY_POINTS } from '../server/src/platform/application-files.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'build')

/** Packages that have native code, or that are found by their path. */
const NOT_BUNDLED = [/^onnxruntime-node$/, /^playwright-core$/, /^eld(\/|$)/, /^pg-native$/]

await rm(FOLDER, { recursive: true, force: true })
await build({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(
    Object.values(ENTRY_POINTS).map((path) => [basename(path, '.ts'), path]),
  ),
  external: NOT_BUNDLED,
  output: { dir: FOLDER, format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
  logLevel: 'warn',
  // Of a function that the HTTP framework of the OAuth provider makes of its arguments' names.
  checks: { eval: false },
})
