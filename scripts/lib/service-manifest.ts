import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageOrigin } from './package-origin.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The manifest of `@footnote/cli` as it is published, which brings its dependencies along. */
export async function serviceManifest(dependencies: Readonly<Record<string, string>>) {
  const root = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const { version, engines, license } = root
  return {
    name: '@footnote/cli',
    version,
    description: 'Answers questions from your documentation, with a source for every sentence.',
    license,
    ...packageOrigin('cli'),
    type: 'module',
    bin: { footnote: 'main.js' },
    engines,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  }
}
