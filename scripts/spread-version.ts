/**
 * Writes the version that changesets gave the packages wherever else it stands, and makes of what is
 * unreleased in the changelog that version. Part of `npm run release:version`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NAMED_VERSIONS, releaseNotes } from './lib/versions.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')

const { version }: { version: string } = JSON.parse(await read('cli/package.json'))
for (const { file, pattern } of NAMED_VERSIONS) {
  const text = await read(file)
  await writeFile(join(ROOT, file), text.replaceAll(pattern, `$<before>${version}`))
}
const today = new Date().toISOString().slice(0, 10)
await writeFile(
  join(ROOT, 'CHANGELOG.md'),
  releaseNotes(await read('CHANGELOG.md'), version, today),
)
console.log(`Everything is at ${version}.`)
